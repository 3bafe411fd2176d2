#include "analyzer/lab/guest_disk.h"
#include "analyzer/cli/command.h"

#include <iostream>
#include <memory>

namespace uaescope::cli {

void addGuestDisk(CLI::App& app, Action& chosen) {
    CLI::App* verb = app.add_subcommand("guest-disk", "The benchmark on a floppy image, hardfile or folder of its own");
    const auto disk = std::make_shared<lab::GuestDisk>();
    verb->add_option(
            "FILE", disk->target,
            "What to make: FILE.adf a floppy that boots, FILE.hdf a hardfile\nthat boots, any other name a folder")
        ->required();
    verb->add_option("--run", disk->commands,
                     "What uaebench is to do when it is booted, like 'diskperf DH0:';\nmay be given several times");
    verb->footer("For real Amigas and for emulators that uaescope does not start. With Kickstart 1.3 or later.\n"
                 "A command that fails does not end the list; Ctrl-C does.");
    verb->callback([disk, &chosen] {
        chosen = [disk](const std::stop_token&) {
            lab::makeGuestDisk(*disk);
            std::cout << disk->target.string() << " is made.\n";
            return done;
        };
    });
}

} // namespace uaescope::cli
