// Jobs for an agent, with a session folder and a capture that the test makes in the plugin's place.
#include "analyzer/lab/agent_job.h"

#include "analyzer/lab/error.h"
#include "analyzer/lab/temporary_folder.h"
#include "analyzer/lab/text_file.h"
#include "guest/amiga/command.h"
#include "tests/lab/scratch.h"
#include "uaeplugin/capture/protocol.h"
#include "uaeplugin/capture/writer.h"

#include <gtest/gtest.h>

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

class AgentJob : public testing::Test {
protected:
    AgentJob() { m_writer.flush(); }

    void text(std::uint8_t kind, const char* line) {
        m_writer.add(capture::Text{++m_now, m_writer.string(line), kind});
        m_writer.flush();
    }
    // What doJob sees at its first look after the job was sent, at the next one, and so on.
    JobResult ask(const std::vector<std::function<void()>>& events) {
        std::size_t next = 0;
        return doJob(m_agent, m_line, m_options, m_stop.get_token(), [&](const JobProgress& progress) {
            m_stage = progress.stage;
            if (next < events.size()) events[next++]();
        });
    }
    std::function<void()> takes() {
        return [this] {
            EXPECT_EQ(contents(m_session / "job"), m_line + "\n");
            fs::remove(m_session / "job");
            text(US_TEXT_JOB, m_line.c_str());
        };
    }
    std::function<void()> ends(const char* status) {
        return [this, status] {
            text(US_TEXT_CONSOLE, "NOWHERE: cannot be locked");
            text(US_TEXT_JOB_END, status);
        };
    }

    Scratch m_scratch;
    std::optional<TemporaryFolder> m_folder{m_scratch.path()};
    fs::path m_session = m_folder->path();
    fs::path m_file = m_scratch.path() / "whole.uascope";
    capture::Writer m_writer{m_file};
    std::int64_t m_now = 1000;
    Agent m_agent{m_session, "Work.fs-uae", m_file, Agent::State::waiting};
    fs::path m_mark = m_scratch.file((m_session.filename() / "agent").string(), "");
    std::string m_line = "diskperf NOWHERE:";
    JobOptions m_options;
    std::stop_source m_stop, m_second;
    JobProgress::Stage m_stage = JobProgress::Stage::sent;
};

TEST_F(AgentJob, BringsStatusAndWordsOfWhatTheGuestRefuses) {
    text(US_TEXT_JOB, "an earlier one");
    text(US_TEXT_CONSOLE, "of an earlier one");
    text(US_TEXT_JOB_END, "0");
    const JobResult result = ask({takes(), ends("20")});
    EXPECT_EQ(result.job.line, "diskperf NOWHERE:");
    EXPECT_EQ(result.job.status, 20);
    EXPECT_EQ(result.console, std::vector<std::string>{"NOWHERE: cannot be locked"});
    EXPECT_FALSE(result.report);
    EXPECT_TRUE(result.capture.empty());
    EXPECT_FALSE(fs::exists(m_scratch.path() / "whole-job-1.uascope"));
}

TEST_F(AgentJob, WaitsForOneThatWasLeftAlone) {
    text(US_TEXT_JOB, "somebody's");
    const JobResult result = ask({[&] {
                                      EXPECT_EQ(m_stage, JobProgress::Stage::waitingForOther);
                                      text(US_TEXT_JOB_END, "0");
                                  },
                                  takes(), ends("0")});
    EXPECT_EQ(result.job.status, 0);
    EXPECT_EQ(result.job.line, "diskperf NOWHERE:");
}

TEST_F(AgentJob, IsTakenBackWhenTheAgentLeaves) {
    const auto leaves = [&] { fs::remove(m_mark); };
    EXPECT_NE(messageOf<WorkError>([&] { ask({leaves}); }).find("the agent left before it began the job"),
              std::string::npos);
    EXPECT_FALSE(fs::exists(m_session / "job"));
}

TEST_F(AgentJob, EndsWithTheEmulator) {
    const auto goes = [&] { m_writer.finish(m_now, 0); };
    EXPECT_NE(messageOf<WorkError>([&] {
                  ask({takes(), goes});
              }).find("the emulator ended before the job was done"),
              std::string::npos);
}

TEST_F(AgentJob, EndsWhenTheSessionIsGone) {
    const auto isKilled = [&] { m_folder.reset(); };
    EXPECT_NE(messageOf<WorkError>([&] {
                  ask({takes(), isKilled});
              }).find("'uaescope attach' that started it, ended before the job was done"),
              std::string::npos);
}

// SIGKILL leaves the folder, and frees the lock on its owner file.
TEST_F(AgentJob, EndsWhenAttachWasKilled) {
    const auto isKilled = [&] {
        fs::remove(m_session / ".owner");
        m_scratch.file((m_session.filename() / ".owner").string(), "");
    };
    EXPECT_NE(messageOf<WorkError>([&] {
                  ask({takes(), isKilled});
              }).find("'uaescope attach' that started it, ended before the job was done"),
              std::string::npos);
}

TEST_F(AgentJob, EndsWhenTheAmigaIsReset) {
    const auto falls = [&] { fs::remove(m_mark); };
    EXPECT_NE(messageOf<WorkError>([&] {
                  ask({takes(), falls});
              }).find("the Amiga was reset, hangs or is paused"),
              std::string::npos);
}

TEST_F(AgentJob, EndsInOrderWhereTheEndIsReadAfterTheAgentHasLeft) {
    const auto leaves = [&] { fs::remove(m_mark); };
    EXPECT_EQ(ask({takes(), leaves, ends("20")}).job.status, 20);
}

TEST_F(AgentJob, ThatNobodyHadTakenIsHandedBackByThePlugin) {
    const auto isRead = [&] {
        fs::remove(m_session / "job");
        m_stop.request_stop();
    };
    const auto isHandedBack = [&] {
        EXPECT_TRUE(fs::exists(m_session / "stop"));
        writeTextFile(m_session / "job", "diskperf NOWHERE:\n");
    };
    EXPECT_THROW(ask({isRead, isHandedBack}), Cancelled);
    EXPECT_FALSE(fs::exists(m_session / "job"));
    EXPECT_FALSE(fs::exists(m_session / "stop"));
}

TEST_F(AgentJob, ThatDoesNotEndSaysWhatHolds) {
    m_options.grace = std::chrono::milliseconds(0);
    const auto stops = [&] { m_stop.request_stop(); };
    EXPECT_NE(messageOf<WorkError>([&] {
                  ask({takes(), stops});
              }).find("the Amiga may hang in one of its operations"),
              std::string::npos);
    text(US_TEXT_JOB_END, "5");
    m_stop = {};
    m_line = "trace DH1: list";
    EXPECT_NE(messageOf<WorkError>([&] { ask({takes(), stops}); }).find("was sent Ctrl-C"), std::string::npos);
}

TEST_F(AgentJob, IsWaitedForNoLongerAfterASecondStop) {
    m_options.giveUp = m_second.get_token();
    m_options.grace = std::chrono::hours(1);
    EXPECT_NE(messageOf<WorkError>([&] {
                  ask({takes(), [&] { m_stop.request_stop(); }, [&] { m_second.request_stop(); }});
              }).find("has not ended yet, and is still told to"),
              std::string::npos);
}

TEST(AgentLine, QuotesWordsAsTheAmigaDoes) {
    EXPECT_EQ(amigaLine({"copy", "a b", ""}, 100), "copy \"a b\" \"\"");
    EXPECT_EQ(amigaLine({"echo", "say \"hi\"", "*N", "*a b"}, 100), "echo \"say *\"hi*\"\" *N \"**a b\"");
    EXPECT_EQ(amigaLine({"echo \"a\" *"}, 100), "echo \"a\" *");
    EXPECT_EQ(jobLine({"diskperf", "My Disk:a*b \"c\""}), "diskperf \"My Disk:a**b *\"c*\"\"");
    EXPECT_EQ(jobLine({"trace", "My Disk:", "copy \"a b\" c"}), "trace \"My Disk:\" copy \"a b\" c");
    EXPECT_EQ(jobLine({"TRACE", "DH1:", "copy", "a b", "c"}), "TRACE DH1: copy \"a b\" c");
    EXPECT_STREQ(command_parse("diskperf \"My Disk:a**b *\"c*\"\"").volume, "My Disk:a*b \"c\"");
}

TEST_F(AgentJob, IsTakenBackOrCalledOff) {
    EXPECT_THROW(ask({[&] { m_stop.request_stop(); }}), Cancelled);
    EXPECT_FALSE(fs::exists(m_session / "job"));
    m_stop = {};
    const JobResult result = ask({takes(), [&] { m_stop.request_stop(); },
                                  [&] {
                                      EXPECT_TRUE(fs::exists(m_session / "stop"));
                                      EXPECT_EQ(m_stage, JobProgress::Stage::stopping);
                                      text(US_TEXT_JOB_END, "5");
                                  }});
    EXPECT_EQ(result.job.status, 5);
    EXPECT_FALSE(fs::exists(m_session / "stop"));
}

} // namespace
} // namespace uaescope::lab
