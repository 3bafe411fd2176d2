#include "analyzer/core/jobs.h"

#include "uaeplugin/capture/encoder.h"
#include "uaeplugin/capture/reader.h"

#include <fstream>
#include <span>
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

class Cut {
public:
    explicit Cut(const std::filesystem::path& file) : m_name(file), m_file(file, std::ios::binary | std::ios::trunc) {
        put(capture::Encoder::fileHeader());
    }

    void add(capture::Batch& batch) { put(m_encoder.encode(batch)); }

    void finish(const Job& job) {
        capture::Batch last;
        last.facts.emplace_back(statusFact, std::to_string(job.status));
        add(last);
        put(m_encoder.encodeEnd(job.end, 0));
    }

private:
    void put(std::span<const std::uint8_t> bytes) {
        m_file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        m_file.flush();
        if (m_file) return;
        std::error_code ignored;
        std::filesystem::remove(m_name, ignored);
        throw capture::CaptureError(m_name.string() +
                                    ": cannot be written; check that the folder is writable and has room");
    }

    std::filesystem::path m_name;
    std::ofstream m_file;
    capture::Encoder m_encoder;
};

} // namespace

void cutJob(const std::filesystem::path& from, const Job& job, const std::filesystem::path& to) {
    capture::Reader reader(from);
    Cut cut(to);
    capture::Batch batch;
    while (reader.next(batch) == capture::ReadResult::batch) {
        keepJob(batch, job);
        cut.add(batch);
    }
    cut.finish(job);
}

} // namespace uaescope::core
