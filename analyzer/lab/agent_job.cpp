#include "analyzer/lab/agent_job.h"

#include "analyzer/core/analysis.h"
#include "analyzer/lab/error.h"
#include "analyzer/lab/temporary_folder.h"
#include "analyzer/lab/text_file.h"
#include "uaeplugin/capture/protocol.h"
#include "uaeplugin/capture/reader.h"

#include <QString>
#include <cstdlib>
#include <fcntl.h>
#include <sys/file.h>
#include <thread>
#include <unistd.h>

namespace fs = std::filesystem;
using std::chrono::steady_clock;

namespace uaescope::lab {
namespace {

constexpr std::chrono::milliseconds pause{50};
constexpr int looksAtNoAgent = 20; // how many tell that it is gone: the end of its job may be recorded a little later

constexpr const char* startAgain = "type 'uaescope:uaebench AGENT' in the Amiga's Shell and ask again";

bool isThere(const fs::path& file) {
    std::error_code none;
    return fs::exists(file, none);
}

bool removed(const fs::path& file) {
    std::error_code none;
    return fs::remove(file, none);
}

// What the growing capture tells of jobs.
class Watch {
public:
    explicit Watch(const fs::path& capture) : m_reader(capture) {}

    void catchUp() {
        while (m_reader.next(m_batch) == capture::ReadResult::batch) addBatch();
    }

    std::size_t begun = 0;
    std::size_t ended = 0;
    bool isOver = false;              // the emulator has ended in order
    core::Job job;                    // the last one that was begun, ...
    std::vector<std::string> console; // ... what it has printed, ...
    std::uint64_t operations = 0;     // ... and done

private:
    void addBatch() {
        for (std::string& text : m_batch.strings) m_strings.push_back(std::move(text));
        for (const capture::Text& text : m_batch.texts)
            addText(text, text.text < m_strings.size() ? m_strings[text.text] : "");
        for (const capture::Mark& mark : m_batch.marks)
            operations += mark.operation >= US_OP_OPEN && mark.phase == US_PHASE_END;
        isOver = isOver || m_batch.end;
    }

    void addText(const capture::Text& text, const std::string& line) {
        if (text.kind == US_TEXT_JOB) {
            ++begun;
            job = {line, text.time, 0, 0};
            console.clear();
            operations = 0;
        } else if (text.kind == US_TEXT_JOB_END) {
            ended = begun;
            job.end = text.time;
            job.status = std::atoi(line.c_str());
        } else if (text.kind == US_TEXT_CONSOLE && ended < begun) {
            console.push_back(line);
        }
    }

    capture::Reader m_reader;
    capture::Batch m_batch;
    std::vector<std::string> m_strings{""};
};

class Conversation {
public:
    Conversation(const Agent& agent, const JobOptions& options, const std::stop_token& stop,
                 const JobObserver& observer)
        : m_agent(agent), m_options(options), m_stop(stop), m_observer(observer), m_watch(agent.capture),
          m_lock(open(at(session_file::asking).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {}
    ~Conversation() {
        if (m_isOurs) removed(at(session_file::stop));
        if (m_lock >= 0) close(m_lock);
    }
    Conversation(const Conversation&) = delete;
    Conversation& operator=(const Conversation&) = delete;

    void waitForOthers() {
        while (flock(m_lock, LOCK_EX | LOCK_NB) != 0) waitFor(JobProgress::Stage::waitingForOther);
        m_isOurs = true;
        for (m_watch.catchUp(); m_watch.ended < m_watch.begun; m_watch.catchUp())
            waitFor(JobProgress::Stage::waitingForOther);
    }

    void send(const std::string& line) {
        m_isTrace = QString::fromStdString(line).toUpper().startsWith("TRACE ");
        removed(at(session_file::job)); // whose asker was killed
        removed(at(session_file::stop));
        const QByteArray latin1 = QString::fromStdString(line).toLatin1();
        writeTextFile(at("job.new"), latin1.toStdString() + "\n");
        fs::rename(at("job.new"), at(session_file::job)); // whole, or not at all
    }

    // The job before ours has the number `before`.
    const Watch& follow(std::size_t before) {
        std::optional<steady_clock::time_point> stopped;
        for (m_watch.catchUp(); m_watch.ended == before; m_watch.catchUp()) {
            const bool isBegun = m_watch.begun > before;
            if (m_stop.stop_requested() && !stopped) {
                stopped = steady_clock::now();
                if (!isBegun && removed(at(session_file::job))) throw Cancelled();
                writeTextFile(at(session_file::stop), "");
            }
            // Between the two the plugin had it, and has put it back.
            if (stopped && !isBegun && removed(at(session_file::job))) throw Cancelled();
            if (stopped && (m_options.giveUp.stop_requested() || steady_clock::now() - *stopped > m_options.grace))
                leaveAlone();
            requireAgent(isBegun);
            tell(stopped   ? JobProgress::Stage::stopping
                 : isBegun ? JobProgress::Stage::running
                           : JobProgress::Stage::sent);
            std::this_thread::sleep_for(pause);
        }
        return m_watch;
    }

    std::size_t jobsBefore() const { return m_watch.begun; }

private:
    fs::path at(const char* name) const { return m_agent.session / name; }

    void tell(JobProgress::Stage stage) const {
        if (m_observer) m_observer({stage, m_watch.operations, m_watch.console.empty() ? "" : m_watch.console.back()});
    }

    void waitFor(JobProgress::Stage stage) {
        if (m_stop.stop_requested()) throw Cancelled();
        requireAgent(true);
        tell(stage);
        std::this_thread::sleep_for(pause);
    }

    // The file that tells it to end stays until the next job is sent.
    [[noreturn]] void leaveAlone() {
        m_isOurs = false;
        throw WorkError(std::string("the job has not ended yet, and is still told to; ") +
                        (m_isTrace ? "the program that is traced was sent Ctrl-C, and may not listen to it: end it in "
                                     "the Amiga"
                                   : "the Amiga may hang in one of its operations: look at it, and reset it if need "
                                     "be"));
    }

    void requireAgent(bool isBegun) {
        const bool isLeft = !TemporaryFolder::isAlive(m_agent.session);
        if (m_watch.isOver || isLeft)
            throw WorkError(std::string(m_watch.isOver ? "the emulator"
                                                       : "the emulator, or the 'uaescope attach' that "
                                                         "started it,") +
                            " ended before the job was " + (isBegun ? "done" : "begun") +
                            "; what was recorded: " + m_agent.capture.string());
        if (isThere(at(session_file::agent))) {
            m_looksAtNoAgent = 0;
        } else if (!isBegun && removed(at(session_file::job))) {
            throw WorkError(std::string("the agent left before it began the job; ") + startAgain);
        } else if (++m_looksAtNoAgent >= looksAtNoAgent) {
            throw WorkError(std::string("the agent is gone before the job was done, without a word: the Amiga was "
                                        "reset, hangs or is paused; when it runs again, ") +
                            startAgain);
        }
    }

    const Agent& m_agent;
    const JobOptions& m_options;
    const std::stop_token& m_stop;
    const JobObserver& m_observer;
    Watch m_watch;
    int m_lock;
    bool m_isOurs = false;
    bool m_isTrace = false;
    int m_looksAtNoAgent = 0;
};

fs::path freshCapture(const Agent& agent, const JobOptions& options) {
    const fs::path folder = options.out.empty() ? agent.capture.parent_path() : options.out;
    for (int number = 1;; ++number) {
        fs::path file = folder / (agent.capture.stem().string() + "-job-" + std::to_string(number) + ".uascope");
        if (!fs::exists(file)) return file;
    }
}

} // namespace

JobResult doJob(const Agent& agent, const std::string& line, const JobOptions& options, const std::stop_token& stop,
                const JobObserver& observer) {
    Conversation conversation(agent, options, stop, observer);
    conversation.waitForOthers();
    const std::size_t before = conversation.jobsBefore();
    conversation.send(line);
    const Watch& watch = conversation.follow(before);
    JobResult result{watch.job, watch.console, freshCapture(agent, options), {}};
    core::cutJob(agent.capture, result.job, result.capture);
    core::Report report = core::makeReport(core::analyze(core::loadTrace(result.capture)));
    report.file = result.capture;
    if (report.operations > 0) {
        result.report = std::move(report);
    } else {
        removed(result.capture);
        result.capture.clear();
    }
    return result;
}

} // namespace uaescope::lab
