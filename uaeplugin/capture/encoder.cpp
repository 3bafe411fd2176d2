#include "uaeplugin/capture/encoder.h"

#include "uaeplugin/capture/call_codec.h"
#include "uaeplugin/capture/format.h"
#include "uaeplugin/capture/mark_codec.h"
#include "uaeplugin/capture/side_codec.h"

#include <algorithm>
#include <iterator>
#include <zlib.h>

namespace uaescope::capture {

namespace {

void appendLong(Bytes& bytes, std::uint32_t value) {
    for (int shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<std::uint8_t>(value >> shift));
}

void appendText(Bytes& bytes, const std::string& text) { bytes.insert(bytes.end(), text.begin(), text.end()); }

template <typename Fill>
void appendSection(Bytes& payload, std::uint8_t id, Fill fill) {
    Bytes body;
    fill(body);
    payload.push_back(id);
    appendVarint(payload, body.size());
    payload.insert(payload.end(), body.begin(), body.end());
}

template <typename Record, typename Code>
void appendRecords(Bytes& payload, std::uint8_t id, std::vector<Record>& records, Code code) {
    if (records.empty()) return;
    appendSection(payload, id, [&](Bytes& body) {
        ColumnWriter writer(body);
        code(writer, records);
    });
}

} // namespace

void Batch::clear() {
    calls.clear();
    callKinds.clear();
    marks.clear();
    packets.clear();
    requests.clear();
    texts.clear();
    drops.clear();
    kernelCounts.clear();
    threads.clear();
    imageParts.clear();
    facts.clear();
    strings.clear();
    end = false;
    endTime = 0;
    endStatus = 0;
}

Bytes Encoder::fileHeader() {
    Bytes header(format::magic.begin(), format::magic.end());
    appendLong(header, format::version);
    return header;
}

std::span<const std::uint8_t> Encoder::encode(Batch& batch) {
    m_chunks.clear();
    if (batch.calls.size() <= format::callsPerChunk) {
        appendSections(batch);
        if (!m_raw.empty()) appendChunk(format::typeRecords);
        return m_chunks;
    }
    std::vector<HostCall> calls = std::move(batch.calls);
    for (std::size_t from = 0; from < calls.size(); from += format::callsPerChunk) {
        const std::size_t count = std::min(format::callsPerChunk, calls.size() - from);
        Batch part;
        if (from == 0) std::swap(part, batch);
        const auto first = calls.begin() + static_cast<std::ptrdiff_t>(from);
        part.calls.assign(first, first + static_cast<std::ptrdiff_t>(count));
        appendSections(part);
        appendChunk(format::typeRecords);
        if (from == 0) std::swap(part, batch);
    }
    batch.calls = std::move(calls);
    return m_chunks;
}

std::span<const std::uint8_t> Encoder::encodeEnd(std::int64_t time, int status) {
    m_chunks.clear();
    m_raw.clear();
    appendZigzag(m_raw, time);
    appendZigzag(m_raw, status);
    appendChunk(format::typeEnd);
    return m_chunks;
}

void Encoder::appendSections(Batch& batch) {
    m_raw.clear();
    if (!batch.strings.empty()) {
        appendSection(m_raw, format::section::strings, [&](Bytes& body) {
            appendVarint(body, m_strings);
            appendVarint(body, batch.strings.size());
            for (const std::string& text : batch.strings) appendVarint(body, text.size());
            for (const std::string& text : batch.strings) appendText(body, text);
        });
        m_strings += static_cast<std::uint32_t>(batch.strings.size());
    }
    if (!batch.facts.empty()) {
        appendSection(m_raw, format::section::facts, [&](Bytes& body) {
            appendVarint(body, batch.facts.size());
            for (const auto& [key, value] : batch.facts)
                for (const std::string* text : {&key, &value}) {
                    appendVarint(body, text->size());
                    appendText(body, *text);
                }
        });
    }
    const auto threads = [](ColumnWriter& writer, auto& records) { codeThreads(writer, records); };
    const auto calls = [](ColumnWriter& writer, auto& records) { codeCalls(writer, records); };
    const auto marks = [](ColumnWriter& writer, auto& records) { codeMarks(writer, records); };
    const auto texts = [](ColumnWriter& writer, auto& records) { codeTexts(writer, records); };
    const auto drops = [](ColumnWriter& writer, auto& records) { codeDrops(writer, records); };
    const auto kernelCounts = [](ColumnWriter& writer, auto& records) { codeKernelCounts(writer, records); };
    const auto packets = [](ColumnWriter& writer, auto& records) { codePackets(writer, records); };
    const auto requests = [](ColumnWriter& writer, auto& records) { codeRequests(writer, records); };
    const auto imageParts = [](ColumnWriter& writer, auto& records) { codeImageParts(writer, records); };
    appendRecords(m_raw, format::section::threads, batch.threads, threads);
    appendRecords(m_raw, format::section::calls, batch.calls, calls);
    appendRecords(m_raw, format::section::marks, batch.marks, marks);
    appendRecords(m_raw, format::section::texts, batch.texts, texts);
    appendRecords(m_raw, format::section::drops, batch.drops, drops);
    appendRecords(m_raw, format::section::kernelCounts, batch.kernelCounts, kernelCounts);
    appendRecords(m_raw, format::section::packets, batch.packets, packets);
    appendRecords(m_raw, format::section::requests, batch.requests, requests);
    appendRecords(m_raw, format::section::imageParts, batch.imageParts, imageParts);
}

void Encoder::appendChunk(std::uint8_t type) {
    Bytes packed(compressBound(static_cast<uLong>(m_raw.size())));
    auto packedSize = static_cast<uLongf>(packed.size());
    const bool isSmaller =
        compress2(packed.data(), &packedSize, m_raw.data(), static_cast<uLong>(m_raw.size()), 1) == Z_OK &&
        packedSize < m_raw.size();
    packed.resize(packedSize);
    const Bytes& payload = isSmaller ? packed : m_raw;

    Bytes header(format::marker.begin(), format::marker.end());
    header.push_back(type);
    header.push_back(isSmaller ? format::encodingZlib : format::encodingPlain);
    header.resize(format::chunk::storedLength);
    appendLong(header, static_cast<std::uint32_t>(payload.size()));
    appendLong(header, static_cast<std::uint32_t>(m_raw.size()));
    appendLong(header, static_cast<std::uint32_t>(crc32(0, payload.data(), static_cast<uInt>(payload.size()))));
    appendLong(header, static_cast<std::uint32_t>(crc32(0, header.data(), static_cast<uInt>(header.size()))));
    m_chunks.insert(m_chunks.end(), header.begin(), header.end());
    m_chunks.insert(m_chunks.end(), payload.begin(), payload.end());
}

} // namespace uaescope::capture
