#include "analyzer/cli/command.h"
#include "analyzer/cli/interrupt.h"
#include "analyzer/core/twin.h"
#include "analyzer/lab/error.h"
#include "hardfiles/error.h"
#include "uaeplugin/capture/reader.h"

#include <csignal>
#include <iostream>
#include <system_error>

namespace uaescope::cli {
namespace {

int failed(ExitStatus status, const char* message) {
    std::cerr << "uaescope: " << message << "\n";
    return status;
}

int perform(const Action& action, const std::stop_token& stop) {
    try {
        return action(stop);
    } catch (const lab::UsageError& error) {
        return failed(wrongUsage, error.what());
    } catch (const lab::EnvironmentError& error) {
        return failed(environmentLacks, error.what());
    } catch (const hardfiles::UsageError& error) {
        return failed(wrongUsage, error.what());
    } catch (const hardfiles::EnvironmentError& error) {
        return failed(environmentLacks, error.what());
    } catch (const std::system_error& error) { // what the host refused
        const bool full = error.code() == std::errc::no_space_on_device;
        const std::string advice = full ? "; make room, or name another place with --out" : "";
        return failed(environmentLacks, (error.what() + advice).c_str());
    } catch (const std::exception& error) {
        return failed(workFailed, error.what());
    }
}

int runCommand(int argc, char** argv) {
    CLI::App app{"Where the time of emulated Amiga storage goes, and which setup to use.", "uaescope"};
    app.require_subcommand(1);
    app.set_version_flag("--version", "uaescope " UAESCOPE_VERSION);
    Action chosen;
    addDoctor(app, chosen);
    addCompare(app, chosen);
    addRun(app, chosen);
    addTrace(app, chosen);
    addAttach(app, chosen);
    addAsk(app, chosen);
    addReport(app, chosen);
    addView(app, chosen);
    addHost(app, chosen);
    addImport(app, chosen);
    addGuestDisk(app, chosen);
    app.footer("'uaescope compare' shows the most in a minute; 'uaescope VERB --help' says more.");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? done : wrongUsage;
    }
    std::signal(SIGPIPE, SIG_IGN); // a closed pager must not end us in the middle of a run
    const Interrupt interrupt;
    const int status = perform(chosen, interrupt.token());
    std::cout.flush();
    return status;
}

} // namespace
} // namespace uaescope::cli

int main(int argc, char** argv) { return uaescope::cli::runCommand(argc, argv); }
