#include "analyzer/core/jobs.h"

#include "uaeplugin/capture/reader.h"
#include "uaeplugin/capture/writer.h"

#include <system_error>

namespace uaescope::core {
namespace {

constexpr const char* statusFact = "job.status";

void keepJob(capture::Batch& batch, const Job& job) {
    const auto isOutside = [&](std::int64_t time) { return time < job.begin || time > job.end; };
    const auto dropOutside = [&](auto& records) {
        std::erase_if(records, [&](const auto& record) { return isOutside(record.time); });
    };
    const auto misses = [&](const auto& span) { return span.end < job.begin || span.begin > job.end; };
    dropOutside(batch.marks);
    dropOutside(batch.packets);
    dropOutside(batch.requests);
    dropOutside(batch.texts);
    std::erase_if(batch.calls, [&](const capture::HostCall& call) {
        return (call.flags & capture::call_flag::openBefore) == 0 && misses(call);
    });
    std::erase_if(batch.drops, misses);
    std::erase_if(batch.facts, [](const capture::Fact& fact) { return fact.first == statusFact; });
    batch.kernelCounts.clear(); // they are of the whole
}

} // namespace

void cutJob(const std::filesystem::path& from, const Job& job, const std::filesystem::path& to) {
    capture::Reader reader(from);
    try {
        capture::Writer part(to);
        capture::Batch batch;
        while (reader.next(batch) == capture::ReadResult::batch) {
            keepJob(batch, job);
            part.copy(batch);
        }
        part.addFact(statusFact, std::to_string(job.status));
        part.addFact(cutFact, job.line);
        part.finish(job.end, 0);
    } catch (...) {
        std::error_code ignored;
        std::filesystem::remove(to, ignored);
        throw;
    }
}

} // namespace uaescope::core
