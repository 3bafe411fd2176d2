// uaescope trace: any program of the guest's, from its own volume or from a folder of the host.
#include "analyzer/lab/child_process.h"
#include "tests/lab/scratch.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <csignal>
#include <gtest/gtest.h>

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

class TraceCommand : public testing::Test {
protected:
    int trace(const std::vector<std::string>& words) {
        Command command{
            {std::string(UAESCOPE_TEST_BIN) + "/uaescope", "trace", "--json", "--out", m_scratch.path() / "out"},
            {},
            m_scratch.path(),
            m_scratch.path() / "said"};
        command.words.insert(command.words.end(), words.begin(), words.end());
        ChildProcess child(command);
        const auto exit = child.waitFor(std::chrono::minutes(2));
        const std::string text = contents(command.output);
        m_said = QJsonDocument::fromJson(QByteArray::fromStdString(text.substr(0, text.rfind('}') + 1))).object();
        EXPECT_FALSE(m_said.isEmpty()) << text;
        m_test = m_said["report"].toObject()["tests"].toArray()[0].toObject();
        return exit ? exit->status : -1;
    }

    Scratch m_scratch;
    QJsonObject m_said, m_test;
};

TEST_F(TraceCommand, FindsTheProgramOnTheVolumeAndShowsWhatItPrints) {
    const fs::path folder = m_scratch.folder("Tools");
    fs::copy_file(UAESCOPE_TEST_GUEST, folder / "bench");
    EXPECT_EQ(trace({folder, "--", "bench", "LIST"}), 0);
    EXPECT_EQ(m_said["status"].toInt(-1), 0);
    EXPECT_NE(m_said["printed"].toString().indexOf("Diskspeed 1.3: 1000 small files"), -1);
    EXPECT_EQ(m_test["name"].toString(), "bench LIST");
    EXPECT_GT(m_test["guest_bytes_read"].toInt(), 10000); // of the program itself
    EXPECT_TRUE(fs::exists(m_scratch.path() / "out/Tools-1.uascope"));
}

TEST_F(TraceCommand, FindsTheProgramInAFolderOfTheHostAndGivesItsStatusBack) {
    const fs::path folder = m_scratch.folder("programs");
    fs::copy_file(std::string(UAESCOPE_TEST_GUEST_FOLDER) + "/trace_program_guest", folder / "worker");
    EXPECT_EQ(trace({"hdf", "--programs", folder, "worker made"}), 1);
    EXPECT_EQ(m_said["status"].toInt(-1), 5);
    EXPECT_EQ(m_test["name"].toString(), "worker made");
    EXPECT_EQ(m_test["guest_bytes_written"].toInt(), 20000);
    EXPECT_GT(m_test["requests"].toInt(), 0);
    EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 1);
}

bool holds(const fs::path& folder, const std::string& name) {
    std::error_code error; // folders of a session vanish while we look
    for (fs::recursive_directory_iterator it(folder, error), end; it != end && !error; it.increment(error))
        if (it->path().filename() == name) return true;
    return false;
}

TEST_F(TraceCommand, KeepsWhatWasRecordedUntilCtrlC) {
    const fs::path tools = m_scratch.folder("Tools"), out = m_scratch.path() / "out";
    fs::copy_file(std::string(UAESCOPE_TEST_GUEST_FOLDER) + "/trace_program_guest", tools / "worker");
    const Command command{
        {std::string(UAESCOPE_TEST_BIN) + "/uaescope", "trace", tools, "--out", out, "--", "worker", "wait"},
        {},
        m_scratch.path(),
        m_scratch.path() / "said"};
    ChildProcess child(command);
    while (!holds(out, "waiting"))
        ASSERT_FALSE(child.waitFor(std::chrono::milliseconds(20))) << contents(command.output);
    kill(child.pid(), SIGINT);
    const auto exit = child.waitFor(std::chrono::minutes(1));
    ASSERT_TRUE(exit);
    EXPECT_EQ(exit->status, 1);
    const std::string said = contents(command.output);
    EXPECT_NE(said.find("the emulator ended before the command did"), std::string::npos) << said;
    EXPECT_NE(said.find("worker wait"), std::string::npos) << said;
    EXPECT_TRUE(fs::exists(out / "Tools-1.uascope"));
    EXPECT_EQ(std::distance(fs::directory_iterator(out), fs::directory_iterator()), 1);
    EXPECT_FALSE(fs::exists(tools / "waiting")); // a copy was used
}

TEST_F(TraceCommand, FailsWhereThereIsNoSuchCommand) {
    EXPECT_EQ(trace({"hdf", "--", "nosuchcmd"}), 1);
    EXPECT_EQ(m_said["status"].toInt(-1), 20);
    EXPECT_NE(m_said["printed"].toString().indexOf("is there such a command?"), -1);
}

} // namespace
} // namespace uaescope::lab
