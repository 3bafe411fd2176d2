#include "tests/emulator/guest_session.h"

#include "uaeplugin/capture/protocol.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>

namespace fs = std::filesystem;

namespace uaescope::guest_test {

GuestSession::GuestSession() {
    std::string pattern = (fs::temp_directory_path() / "uaescope-guest-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
    m_folder = pattern;
    run.session = m_folder / "session";
    run.settings = {{"hard_drive_1", work().string()}, {"hard_drive_1_label", "Work"}};
    run.facts = {{"storage.0", work().string()}};
    run.plugin = UAESCOPE_TEST_PLUGIN;
    run.guestTool = UAESCOPE_TEST_GUEST;
    run.timeout = std::chrono::seconds(120);
}

GuestSession::~GuestSession() { fs::remove_all(m_folder); }

void GuestSession::makeFolders() {
    fs::remove_all(run.session);
    fs::remove_all(work());
    fs::create_directories(run.session);
    fs::create_directories(work());
    if (makeFresh) makeFresh();
}

void GuestSession::start() {
    makeFolders();
    m_end = lab::runEmulator(run);
    if (m_end.how == lab::Ending::watchdog || m_end.knownExitCrash) {
        std::cout << "trying again after: " << m_end.message() << "\n";
        makeFolders();
        m_end = lab::runEmulator(run);
    }
    ASSERT_EQ(m_end.how, lab::Ending::finished) << m_end.message();
}

std::string GuestSession::bootFile(const std::string& name) const {
    std::ifstream file(run.session / "boot" / name, std::ios::binary);
    EXPECT_TRUE(file) << name << " was not written";
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

core::Trace GuestSession::trace() const { return core::loadTrace(m_end.capture); }

std::vector<std::string> GuestSession::console() const {
    const core::Trace all = trace();
    std::vector<std::string> lines;
    for (const capture::Text& text : all.texts)
        if (text.kind == US_TEXT_CONSOLE) lines.emplace_back(all.string(text.text));
    return lines;
}

} // namespace uaescope::guest_test
