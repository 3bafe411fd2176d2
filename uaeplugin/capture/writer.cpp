#include "uaeplugin/capture/writer.h"

namespace uaescope::capture {

namespace {

void put(std::ofstream& file, std::span<const std::uint8_t> bytes, const std::filesystem::path& name) {
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    file.flush();
    if (!file)
        throw CaptureError(name.string() +
                           ": cannot be written; check that the folder exists, is writable and has room");
}

} // namespace

Writer::Writer(const std::filesystem::path& file) : m_name(file), m_file(file, std::ios::binary | std::ios::trunc) {
    put(Encoder::fileHeader());
}

std::uint32_t Writer::string(std::string_view text) {
    if (text.empty()) return 0;
    const auto next = static_cast<std::uint32_t>(m_numbers.size() + 1);
    const auto [at, isNew] = m_numbers.try_emplace(std::string(text), next);
    if (isNew) m_batch.strings.emplace_back(text);
    return at->second;
}

void Writer::flush() {
    put(m_encoder.encode(m_batch));
    m_batch.clear();
}

void Writer::finish(std::int64_t time, int status) {
    flush();
    put(m_encoder.encodeEnd(time, status));
}

void Writer::put(std::span<const std::uint8_t> bytes) { capture::put(m_file, bytes, m_name); }

void appendToCapture(const std::filesystem::path& file, Batch& batch, std::uint32_t knownStrings) {
    std::ofstream out(file, std::ios::binary | std::ios::app);
    put(out, Encoder(knownStrings).encode(batch), file);
}

} // namespace uaescope::capture
