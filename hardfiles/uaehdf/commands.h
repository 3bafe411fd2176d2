// The verbs of uaehdf. Each adds itself to the command line, and leaves what it has to do in run.
#pragma once

#include <CLI/CLI.hpp>

#include <functional>

namespace uaescope::hardfiles {

enum ExitStatus { exitDone = 0, exitFailed = 1, exitUsage = 2, exitEnvironment = 3 };

// What the verb that was given does; returns the exit status and throws the errors of hardfiles/error.h.
using Run = std::function<int()>;

void addCreate(CLI::App& app, Run& run);
void addInfo(CLI::App& app, Run& run);
void addLs(CLI::App& app, Run& run);
void addGet(CLI::App& app, Run& run);
void addPut(CLI::App& app, Run& run);
void addMkdir(CLI::App& app, Run& run);
void addRm(CLI::App& app, Run& run);
void addMv(CLI::App& app, Run& run);
void addCheck(CLI::App& app, Run& run);
void addMap(CLI::App& app, Run& run);
void addWhere(CLI::App& app, Run& run);
void addBlocks(CLI::App& app, Run& run);
void addPartition(CLI::App& app, Run& run);
void addFileSystem(CLI::App& app, Run& run);
void addRdb(CLI::App& app, Run& run);
void addFormat(CLI::App& app, Run& run);
void addGrow(CLI::App& app, Run& run);
void addConvert(CLI::App& app, Run& run);

} // namespace uaescope::hardfiles
