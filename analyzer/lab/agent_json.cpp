#include "analyzer/lab/agent_json.h"

#include "analyzer/lab/json.h"

#include <QJsonArray>

namespace uaescope::lab {

const char* agentStateName(Agent::State state) {
    switch (state) {
    case Agent::State::absent: return "absent";
    case Agent::State::waiting: return "waiting";
    case Agent::State::busy: return "busy";
    }
    return "";
}

QJsonObject agentsDocument(const std::vector<Agent>& agents) {
    QJsonArray array;
    for (const Agent& agent : agents)
        array.append(QJsonObject{{"configuration", QString::fromStdString(agent.configuration)},
                                 {"capture", QString::fromStdString(agent.capture)},
                                 {"state", agentStateName(agent.state)}});
    return {{"schema", "uaescope.agents/1"}, {"agents", array}};
}

QJsonObject askDocument(const JobResult& result) {
    QJsonArray console;
    for (const std::string& line : result.console) console.append(QString::fromStdString(line));
    const bool recorded = result.report.has_value();
    return {{"schema", "uaescope.ask/1"},
            {"job", QString::fromStdString(result.job.line)},
            {"status", result.job.status},
            {"console", console},
            {"capture", recorded ? QJsonValue(QString::fromStdString(result.capture)) : QJsonValue()},
            {"report", recorded ? QJsonValue(reportDocument(*result.report)) : QJsonValue()}};
}

} // namespace uaescope::lab
