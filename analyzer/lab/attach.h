// A person's own emulator configuration, started with the plugin and the guest's tool added.
//
// The configuration file stays as it is: everything added stands on the emulator's command line. What the emulator
// writes of its own (saves, its log, changed images) goes where it always goes; of ours there are the capture and,
// while the emulator runs, a session folder that the caller makes and removes:
//   plugins/ (the plugin beside links to the person's own ones), volume/ (the guest's uaescope:, read-only), facts,
//   emulator.out, and the files of an agent in the guest (agent.h)
//
// The plugin is loaded with the emulator's libraries (LD_PRELOAD), so that it records whatever the guest does; when a
// guest program opens the plugin through uaenative.library, it finds the same one.
#pragma once

#include "analyzer/lab/emulator.h"
#include "analyzer/lab/user_volume.h"

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace uaescope::lab {

struct AttachRun {
    std::string emulator;                // as EmulatorRun
    std::filesystem::path configuration; // the person's file
    std::filesystem::path session;       // exists, empty; no blank and no colon in its path: LD_PRELOAD takes neither
    std::filesystem::path capture;       // to be made
    std::vector<KeyValue> settings;      // keys of the emulator's configuration that replace the person's for this once
    std::filesystem::path plugin;        // as EmulatorRun
    std::filesystem::path guestTool;     // as EmulatorRun
    std::chrono::milliseconds grace{5000};
};

// What is going to be started; nothing of it has been touched.
struct AttachPlan {
    std::vector<std::string> words;
    std::vector<UserVolume> volumes;
    std::string toolVolume; // the guest's name of the volume with the tool; empty when there was no drive left for it
};

// Told by its name: UAE's own form, for Amiberry, or FS-UAE's. Throws UsageError for any other name.
bool isUaeConfiguration(const std::filesystem::path& file);

// Throws UsageError for a configuration that cannot be read, EnvironmentError when something is missing.
AttachPlan planAttach(const AttachRun& run);

// Blocks until the emulator has ended, by itself or because a stop was asked for.
EmulatorEnd attach(const AttachRun& run, const AttachPlan& plan, const std::stop_token& stop = {},
                   const EmulatorObserver& observer = {});

} // namespace uaescope::lab
