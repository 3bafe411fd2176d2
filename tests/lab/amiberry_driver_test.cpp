#include "analyzer/lab/emulator_driver.h"
#include "analyzer/lab/error.h"
#include "tests/lab/scratch.h"

#include <gtest/gtest.h>

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

// A program with the folders beside it that Amiberry comes with.
fs::path fakeAmiberry(const Scratch& scratch) {
    fs::create_directories(scratch.path() / "kickstarts");
    fs::create_directories(scratch.path() / "data");
    writeTextFile(scratch.path() / "kickstarts/aros-rom.bin", "AROS");
    return scratch.program("amiberry", "exit 0\n");
}

class AmiberryDriver : public testing::Test {
protected:
    Scratch m_scratch;
    fs::path m_program = fakeAmiberry(m_scratch);
    EmulatorRun m_run = [this] {
        EmulatorRun run;
        run.session = m_scratch.folder("session");
        fs::create_directory(run.session / "boot");
        return run;
    }();
};

TEST_F(AmiberryDriver, SwitchesNativeCodeOnAndMountsTheBootVolumeLast) {
    m_run.settings = {{"amiga_model", "A1200"}, {"chipmem_size", "2"}};
    driverOf(m_program)->configure(m_run, m_program);
    const std::string text = contents(m_run.session / "config.uae");
    for (const std::string& line :
         {std::string("native_code=true\n"), std::string("cpu_model=68020\n"), std::string("chipmem_size=2\n"),
          "filesystem2=rw,DH9:System:" + (m_run.session / "boot").string() + ",20\n"})
        EXPECT_NE(text.find(line), std::string::npos) << line << "in\n" << text;
    EXPECT_TRUE(fs::exists(m_run.session / "base/kickstarts/aros-rom.bin"));
}

TEST_F(AmiberryDriver, RefusesMarksAsFilesAndModelsThatItDoesNotKnow) {
    EmulatorRun marks = m_run;
    marks.marks = Marks::files;
    EXPECT_NE(messageOf<UsageError>([&] { driverOf(m_program)->configure(marks, m_program); }).find("leave it away"),
              std::string::npos);
    m_run.settings = {{"amiga_model", "A9000"}};
    EXPECT_NE(messageOf<UsageError>([&] { driverOf(m_program)->configure(m_run, m_program); }).find("'A9000'"),
              std::string::npos);
    EXPECT_FALSE(fs::exists(m_run.session / "config.uae"));
}

TEST_F(AmiberryDriver, MissingRomIsSaid) {
    fs::remove(m_scratch.path() / "kickstarts/aros-rom.bin");
    EXPECT_NE(messageOf<EnvironmentError>([&] { driverOf(m_program)->rom(m_program); }).find("AMIBERRY_DATA_DIR"),
              std::string::npos);
}

} // namespace
} // namespace uaescope::lab
