// The verbs of uaescope. Each adds itself to the command line; when it was chosen, its action runs after parsing.
#pragma once

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <functional>
#include <stop_token>

namespace uaescope::cli {

enum ExitStatus : int { done = 0, workFailed = 1, wrongUsage = 2, environmentLacks = 3 };

using Action = std::function<int(const std::stop_token& stop)>; // the exit status

// Each stores its action in chosen when the user asks for it.
void addDoctor(CLI::App& app, Action& chosen);
void addCompare(CLI::App& app, Action& chosen);
void addRun(CLI::App& app, Action& chosen);
void addReport(CLI::App& app, Action& chosen);
void addView(CLI::App& app, Action& chosen);
void addHost(CLI::App& app, Action& chosen);
void addAttach(CLI::App& app, Action& chosen);
void addTrace(CLI::App& app, Action& chosen);
void addAsk(CLI::App& app, Action& chosen);
void addImport(CLI::App& app, Action& chosen);
void addGuestDisk(CLI::App& app, Action& chosen);

} // namespace uaescope::cli
