#include "hardfiles/error.h"
#include "hardfiles/new_file.h"
#include "hardfiles/uaehdf/commands.h"

#include <csignal>
#include <cstdio>
#include <iostream>

namespace {

using namespace uaescope::hardfiles;

extern "C" void endBySignal(int number) {
    removeUnfinishedFiles();
    std::signal(number, SIG_DFL);
    std::raise(number);
}

int fail(const std::exception& error, int status) {
    std::cerr << "uaehdf: " << error.what() << '\n';
    return status;
}

int runVerb(const Run& run) {
    const int status = run();
    std::cout.flush();
    if (!std::cout) throw EnvironmentError("the output cannot be written; is the disk full?");
    return status;
}

} // namespace

int main(int argc, char** argv) {
    // A file larger than a limit is an error with a message, not the end of the process.
    std::signal(SIGXFSZ, SIG_IGN);
    for (const int number : {SIGINT, SIGTERM, SIGHUP})
        if (std::signal(number, endBySignal) == SIG_IGN) std::signal(number, SIG_IGN); // nohup
    CLI::App app{"Makes, describes, reads and changes the hardfiles of Amiga emulators.", "uaehdf"};
    app.require_subcommand(1);
    app.footer("Exit status: 0 done, 1 the work failed or found faults, 2 wrong usage, 3 the machine lacks something.");
    Run run;
    addCreate(app, run);
    addFormat(app, run);
    addGrow(app, run);
    addConvert(app, run);
    addInfo(app, run);
    addLs(app, run);
    addGet(app, run);
    addPut(app, run);
    addMkdir(app, run);
    addRm(app, run);
    addMv(app, run);
    addCheck(app, run);
    addMap(app, run);
    addWhere(app, run);
    addBlocks(app, run);
    addPartition(app, run);
    addFileSystem(app, run);
    addRdb(app, run);
    app.get_help_ptr()->group(""); // known to everybody, and the verbs fill the screen
    try {
        app.parse(argc, argv);
        return runVerb(run);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? exitDone : exitUsage;
    } catch (const UsageError& error) {
        return fail(error, exitUsage);
    } catch (const EnvironmentError& error) {
        return fail(error, exitEnvironment);
    } catch (const std::exception& error) {
        return fail(error, exitFailed);
    }
}
