// Agents and what they did, as JSON for programs.
#pragma once

#include "analyzer/lab/agent_job.h"

#include <QJsonObject>
#include <vector>

namespace uaescope::lab {

QJsonObject agentsDocument(const std::vector<Agent>& agents); // uaescope.agents/1
QJsonObject askDocument(const JobResult& result);             // uaescope.ask/1

const char* agentStateName(Agent::State state); // "absent", "waiting", "busy"

} // namespace uaescope::lab
