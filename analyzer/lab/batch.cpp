#include "analyzer/lab/batch.h"

#include "analyzer/core/twin.h"
#include "analyzer/lab/error.h"
#include "analyzer/lab/guest_format.h"
#include "analyzer/lab/suites.h"
#include "analyzer/lab/temporary_folder.h"

#include <algorithm>
#include <optional>

namespace uaescope::lab {
namespace {

class Course {
public:
    Course(const std::vector<Setup>& setups, const BatchOptions& options, const std::stop_token& stop,
           const BatchObserver& observer)
        : m_setups(setups), m_options(options), m_stop(stop), m_observer(observer) {
        for (const Setup& setup : setups) {
            requireFit(setup, options.run.suite);
            m_batch.setups.push_back({setup.name, {}});
        }
        if (hasTwin()) m_batch.twin = core::SetupRuns{"host", {}};
        m_progress.repeats = options.repeats;
        m_progress.total = setups.size() * static_cast<std::size_t>(options.repeats);
    }

    Batch take() {
        for (int repeat = 1; repeat <= m_options.repeats && !m_batch.stopped; ++repeat) round(repeat);
        std::erase_if(m_batch.setups, [](const core::SetupRuns& setup) { return setup.runs.empty(); });
        if (m_batch.twin && m_batch.twin->runs.empty()) m_batch.twin.reset();
        return std::move(m_batch);
    }

private:
    // A suite that reads what it finds would find something else in the folder of results.
    bool hasTwin() const { return m_options.hostTwin && !readsOnly(m_options.run.suite); }

    void round(int repeat) {
        m_progress.repeat = repeat;
        for (std::size_t i = 0; i < m_setups.size() && !m_batch.stopped; ++i) runOne(i);
        if (hasTwin() && !m_batch.stopped) runTwin();
    }

    void runOne(std::size_t index) {
        m_progress.setup = m_setups[index].name;
        const auto tell = [this](const EmulatorProgress& progress) {
            m_progress.emulator = progress;
            if (m_observer) m_observer(m_progress);
        };
        try {
            format(m_setups[index], tell);
            const RunResult result = runSetup(m_setups[index], m_progress.repeat, m_options.run, m_stop, tell);
            keep(index, result);
        } catch (const Cancelled&) {
            m_batch.stopped = true;
        }
    }

    // Once for all runs of the setup: each begins with a copy.
    void format(Setup& setup, const EmulatorObserver& tell) {
        if (setup.handler.empty() || !setup.formatted.empty()) return;
        if (!m_formatted) m_formatted.emplace(m_options.run.out);
        setup.formatted = formatInGuest(setup, m_options.run, m_formatted->path(), m_stop, tell);
    }

    void keep(std::size_t index, const RunResult& result) {
        m_batch.setups[index].runs.push_back(result.report);
        m_batch.captures.push_back(result.capture);
        if (!result.retried.empty())
            m_batch.notes.push_back(result.setup + ", run " + std::to_string(result.number) +
                                    ": needed a second try: " + result.retried);
        ++m_progress.done;
        m_progress.finished = &result;
        if (m_observer) m_observer(m_progress);
        m_progress.finished = nullptr;
    }

    void runTwin() {
        m_progress.setup = "host";
        m_progress.emulator = {};
        if (m_observer) m_observer(m_progress);
        core::TwinOptions twin;
        twin.folder = m_options.run.out;
        twin.suite = m_options.run.suite;
        twin.classic = m_options.run.form == Form::classic;
        m_batch.twin->runs.push_back(core::twinReport(twin));
        m_batch.stopped = m_stop.stop_requested();
    }

    std::vector<Setup> m_setups;
    std::optional<TemporaryFolder> m_formatted; // images
    const BatchOptions& m_options;
    const std::stop_token& m_stop;
    const BatchObserver& m_observer;
    Batch m_batch;
    BatchProgress m_progress;
};

} // namespace

core::Comparison Batch::comparison() const { return core::compare(setups, twin ? &*twin : nullptr); }

Batch runBatch(const std::vector<Setup>& setups, const BatchOptions& options, const std::stop_token& stop,
               const BatchObserver& observer) {
    return Course(setups, options, stop, observer).take();
}

} // namespace uaescope::lab
