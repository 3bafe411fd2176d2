// Agents: guest programs (uaebench AGENT) that wait for jobs in emulators which attach has started.
//
// A job goes into attach's session folder, where the plugin finds it (uaeplugin/mailbox.h); what becomes of it is read
// from the capture. Beside the plugin's files there is
//   asking           locked by the one whose job is being done
//   capture.uascope  a link to the capture
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace uaescope::lab {

struct Agent {
    enum class State {
        absent, // the emulator runs, but nobody has started uaebench AGENT in it
        waiting,
        busy // with a job
    };
    std::filesystem::path session;
    std::filesystem::path configuration; // that attach was given
    std::filesystem::path capture;
    State state = State::absent;
};

// The names of files in a session folder.
namespace session_file {
constexpr const char* agent = "agent";
constexpr const char* job = "job";
constexpr const char* stop = "stop";
constexpr const char* asking = "asking";
constexpr const char* capture = "capture.uascope";
} // namespace session_file

// Of all emulators of this user that attach has started.
std::vector<Agent> findAgents();

// The one that can be asked. Throws EnvironmentError that says how to get one, UsageError when there are several.
Agent onlyAgent(const std::vector<Agent>& agents);

// A line for the Amiga's Shell, of one argument as it is, or of several words, of which those with blanks or quotation
// marks are quoted, * and " in them as ** and *". Throws UsageError for what such a line cannot hold, or when it is
// longer than this, in bytes.
std::string amigaLine(const std::vector<std::string>& words, std::size_t longest);

// The same as a command line for uaebench; the command of TRACE in one argument stays as it is. Throws UsageError for
// what no agent would do.
std::string jobLine(const std::vector<std::string>& words);

} // namespace uaescope::lab
