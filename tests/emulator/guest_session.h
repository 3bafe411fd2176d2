// One start of the emulator for a test of the guest: a session folder with a host folder as DH1:.
#pragma once

#include "analyzer/core/trace.h"
#include "analyzer/lab/emulator.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace uaescope::guest_test {

class GuestSession {
public:
    GuestSession();
    ~GuestSession();
    GuestSession(const GuestSession&) = delete;
    GuestSession& operator=(const GuestSession&) = delete;

    lab::EmulatorRun run;            // to be changed before start()
    std::function<void()> makeFresh; // what each try needs anew, an image for example

    // Fails the test when the emulator does not end by itself. Tries once more after a watchdog end or the known crash
    // while leaving, and says so.
    void start();

    const std::filesystem::path& folder() const { return m_folder; } // for images; removed at the end
    std::filesystem::path work() const { return m_folder / "work"; } // DH1:
    std::string bootFile(const std::string& name) const;             // what the guest wrote to SYS:NAME
    core::Trace trace() const;
    std::vector<std::string> console() const; // the lines the guest printed, from the capture

private:
    void makeFolders();
    std::filesystem::path m_folder;
    lab::EmulatorEnd m_end;
};

} // namespace uaescope::guest_test
