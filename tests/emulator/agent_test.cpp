// An agent in an emulator that uaescope attach has started, asked by uaescope ask: one boot, several jobs.
#include "analyzer/lab/child_process.h"
#include "hardfiles/create.h"
#include "tests/lab/scratch.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <csignal>
#include <gtest/gtest.h>

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

const std::string programs = UAESCOPE_TEST_BIN;

struct Said {
    int status = -1;
    std::string text;
    QJsonObject json() const { return QJsonDocument::fromJson(QByteArray::fromStdString(text)).object(); }
};

class Agent : public testing::Test {
protected:
    Agent() {
        fs::create_directories(m_drive / "S");
        fs::copy_file(std::string(UAESCOPE_TEST_GUEST_FOLDER) + "/trace_program_guest", m_drive / "worker");
        hardfiles::CreateOptions options;
        options.size = 16u << 20;
        options.partitions[0].label = "Image";
        hardfiles::createHardfile(m_image, options);
        m_configuration =
            m_scratch.file("mine.fs-uae", "[fs-uae]\nbase_dir = " + (m_scratch.path() / "base").string() +
                                              "\namiga-model = A4000/040\nkickstart_file = internal\n"
                                              "hard_drive_0 = System\nhard_drive_0_label = Mine\n"
                                              "hard_drive_0_priority = 20\nhard_drive_1 = " +
                                              m_image.string() + "\nfloppy_drive_volume = 0\naudio_driver = dummy\n");
        writeTextFile(m_drive / "S/startup-sequence", "uaescope:uaebench AGENT\necho >SYS:left done\n");
    }

    Command command(std::vector<std::string> words, const std::string& output) const {
        return {std::move(words),
                {{"SDL_VIDEODRIVER", "offscreen"}, {"SDL_AUDIODRIVER", "dummy"}, {"XDG_RUNTIME_DIR", m_scratch.path()}},
                m_scratch.path(),
                m_scratch.path() / output};
    }
    Said said(std::vector<std::string> words) const {
        const Command made = command(std::move(words), "said");
        ChildProcess child(made);
        const auto exit = child.waitFor(std::chrono::minutes(2));
        return {exit ? exit->status : -1, contents(made.output)};
    }
    Said ask(std::vector<std::string> words) const {
        words.insert(words.begin(), {programs + "/uaescope", "ask"});
        return said(std::move(words));
    }
    std::string state() const {
        return ask({"--json"}).json()["agents"][0].toObject()["state"].toString().toStdString();
    }
    bool hasSessionFile(const char* name) const {
        for (const fs::directory_entry& entry : fs::directory_iterator(m_scratch.path()))
            if (fs::exists(entry.path() / name)) return true;
        return false;
    }

    Scratch m_scratch;
    fs::path m_drive = m_scratch.path() / "base/Hard Drives/System";
    fs::path m_image = m_scratch.path() / "image.hdf";
    fs::path m_configuration;
};

// Calls the job off as soon as the agent has taken it.
void Interrupt(ChildProcess& asker, const std::function<bool()>& isTaken) {
    while (!isTaken()) ASSERT_FALSE(asker.waitFor(std::chrono::milliseconds(5)));
    kill(asker.pid(), SIGINT);
}

TEST_F(Agent, DoesJobAfterJobUntilItIsToldToLeave) {
    EXPECT_EQ(ask({"diskperf", "DH0:"}).status, 3); // nobody is there
    const Command attach =
        command({programs + "/uaescope", "attach", m_configuration, "--no-window", "--out", m_scratch.path() / "out"},
                "attach");
    ChildProcess emulator(attach);
    while (state() != "waiting")
        ASSERT_FALSE(emulator.waitFor(std::chrono::milliseconds(20))) << contents(attach.output);

    const Said folder = ask({"diskperf", "DH0:", "--json"});
    EXPECT_EQ(folder.status, 0) << folder.text;
    EXPECT_EQ(folder.json()["status"].toInt(-1), 0);
    const QJsonObject report = folder.json()["report"].toObject();
    EXPECT_EQ(report["tests"].toArray().size(), 12) << folder.text;
    EXPECT_TRUE(report["finished"].toBool());
    EXPECT_TRUE(fs::exists(m_scratch.path() / "out/mine-1-job-1.uascope"));

    const Said traced = ask({"diskperf DH1: TRACE"});
    EXPECT_EQ(traced.status, 0);
    EXPECT_NE(traced.text.find("requests"), std::string::npos) << traced.text;
    EXPECT_NE(traced.text.find("mine-1-job-2.uascope"), std::string::npos) << traced.text;
    // The emulator keeps the last block of what was written, and the capture goes on.
    EXPECT_NE(traced.text.find("not yet handed to the host when the job ended"), std::string::npos) << traced.text;
    EXPECT_EQ(traced.text.find("never reached the host"), std::string::npos) << traced.text;

    const Said refused = ask({"diskperf", "NOWHERE:"});
    EXPECT_EQ(refused.status, 1);
    EXPECT_NE(refused.text.find("NOWHERE: cannot be locked (error 218)"), std::string::npos) << refused.text;
    EXPECT_FALSE(fs::exists(m_scratch.path() / "out/mine-1-job-3.uascope"));

    const Command stopped = command({programs + "/uaescope", "ask", "truth", "DH1:"}, "stopped");
    ChildProcess asker(stopped);
    Interrupt(asker, [&] { return hasSessionFile("asking") && !hasSessionFile("job") && state() == "busy"; });
    const auto exit = asker.waitFor(std::chrono::minutes(1));
    ASSERT_TRUE(exit);
    EXPECT_EQ(exit->status, 1);
    EXPECT_NE(contents(stopped.output).find("stopped"), std::string::npos) << contents(stopped.output);

    // A program of one's own gets Ctrl-C, and what it did until then is reported.
    const Command waits = command({programs + "/uaescope", "ask", "TRACE", "DH0:", "worker wait"}, "waits");
    ChildProcess waiter(waits);
    Interrupt(waiter, [&] { return fs::exists(m_drive / "waiting"); });
    const auto waited = waiter.waitFor(std::chrono::minutes(1));
    ASSERT_TRUE(waited);
    EXPECT_EQ(waited->status, 1);
    EXPECT_NE(contents(waits.output).find("the job ended with status 10"), std::string::npos) << contents(waits.output);
    EXPECT_NE(contents(waits.output).find("worker wait"), std::string::npos) << contents(waits.output);

    const Command ignores = command({programs + "/uaescope", "ask", "TRACE", "DH0:", "worker", "deaf"}, "ignores");
    ChildProcess ignored(ignores);
    Interrupt(ignored, [&] { return fs::exists(m_drive / "deaf"); });
    auto gaveUp = ignored.waitFor(std::chrono::milliseconds(100));
    for (; !gaveUp; gaveUp = ignored.waitFor(std::chrono::milliseconds(100))) kill(ignored.pid(), SIGINT);
    EXPECT_EQ(gaveUp->status, 1);
    EXPECT_NE(contents(ignores.output).find("was sent Ctrl-C, and may not listen to it"), std::string::npos)
        << contents(ignores.output);
    writeTextFile(m_drive / "enough", ""); // the next one waits for its end

    const Said unknown = ask({"TRACE", "DH1:", "nosuchcmd"});
    EXPECT_EQ(unknown.status, 1);
    EXPECT_NE(unknown.text.find("is there such a command?"), std::string::npos) << unknown.text;

    const Said left = ask({"LEAVE"});
    EXPECT_EQ(left.status, 0) << left.text;
    while (!fs::exists(m_drive / "left")) ASSERT_FALSE(emulator.waitFor(std::chrono::milliseconds(20)));
    while (state() != "absent") ASSERT_FALSE(emulator.waitFor(std::chrono::milliseconds(20)));
    const Said nobody = ask({"diskperf", "DH1:"});
    EXPECT_EQ(nobody.status, 3);
    EXPECT_NE(nobody.text.find("mine.fs-uae has no agent"), std::string::npos) << nobody.text;

    kill(emulator.pid(), SIGINT);
    const auto end = emulator.waitFor(std::chrono::minutes(1));
    ASSERT_TRUE(end);
    EXPECT_EQ(end->status, 0) << contents(attach.output);
    EXPECT_EQ(said({programs + "/uaehdf", "check", m_image}).status, 0);
    EXPECT_EQ(said({programs + "/uaehdf", "ls", m_image}).text, "");
}

TEST_F(Agent, IsGoneAfterAResetAndComesBackWhenItIsStarted) {
    writeTextFile(m_drive / "S/startup-sequence", "worker once\nuaescope:uaebench AGENT\n");
    const Command attach =
        command({programs + "/uaescope", "attach", m_configuration, "--no-window", "--out", m_scratch.path() / "out"},
                "attach");
    ChildProcess emulator(attach);
    while (state() != "waiting")
        ASSERT_FALSE(emulator.waitFor(std::chrono::milliseconds(20))) << contents(attach.output);
    const Said reset = ask({"TRACE", "DH0:", "worker reset"});
    EXPECT_EQ(reset.status, 1);
    EXPECT_NE(reset.text.find("the Amiga was reset, hangs or is paused"), std::string::npos) << reset.text;
    EXPECT_EQ(state(), "absent");
    EXPECT_EQ(ask({"LIST"}).status, 3);

    writeTextFile(m_drive / "again", "");
    while (state() != "waiting")
        ASSERT_FALSE(emulator.waitFor(std::chrono::milliseconds(20))) << contents(attach.output);
    const Said list = ask({"LIST"});
    EXPECT_EQ(list.status, 0) << list.text;
    EXPECT_NE(list.text.find("treecopy"), std::string::npos) << list.text;

    const Command waits = command({programs + "/uaescope", "ask", "TRACE", "DH0:", "worker wait"}, "waits");
    ChildProcess waiter(waits);
    while (!fs::exists(m_drive / "waiting")) ASSERT_FALSE(waiter.waitFor(std::chrono::milliseconds(5)));
    kill(emulator.pid(), SIGKILL);
    const auto waited = waiter.waitFor(std::chrono::minutes(1));
    ASSERT_TRUE(waited);
    EXPECT_EQ(waited->status, 1);
    EXPECT_NE(contents(waits.output).find("'uaescope attach' that started it, ended before the job was "),
              std::string::npos)
        << contents(waits.output);
}

} // namespace
} // namespace uaescope::lab
