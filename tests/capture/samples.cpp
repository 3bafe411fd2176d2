#include "samples.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <tuple>

namespace uaescope::capture {

TemporaryFile::TemporaryFile() {
    std::string pattern = (std::filesystem::temp_directory_path() / "uascope-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error(pattern + ": cannot make a temporary folder");
    m_folder = pattern;
    m_file = m_folder / "capture.uascope";
}

TemporaryFile::~TemporaryFile() { std::filesystem::remove_all(m_folder); }

std::vector<std::uint8_t> bytesOf(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void putBytes(const std::filesystem::path& file, const std::vector<std::uint8_t>& bytes) {
    std::ofstream out(file, std::ios::binary | std::ios::trunc);
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

template <typename Value>
void append(std::vector<Value>& to, const std::vector<Value>& from) {
    to.insert(to.end(), from.begin(), from.end());
}

Contents contentsOf(const std::filesystem::path& file) {
    Contents contents;
    contents.all.strings.emplace_back();
    Reader reader(file);
    Batch batch;
    while ((contents.last = reader.next(batch)) == ReadResult::batch) {
        append(contents.all.calls, batch.calls);
        append(contents.all.marks, batch.marks);
        append(contents.all.packets, batch.packets);
        append(contents.all.requests, batch.requests);
        append(contents.all.texts, batch.texts);
        append(contents.all.drops, batch.drops);
        append(contents.all.kernelCounts, batch.kernelCounts);
        append(contents.all.imageParts, batch.imageParts);
        append(contents.all.threads, batch.threads);
        append(contents.all.facts, batch.facts);
        append(contents.all.strings, batch.strings);
        if (batch.end) {
            contents.all.end = true;
            contents.all.endTime = batch.endTime;
            contents.all.endStatus = batch.endStatus;
        }
        contents.batches.push_back(batch);
    }
    contents.damage = reader.damage();
    return contents;
}

bool operator==(const HostCall& a, const HostCall& b) {
    return a.begin == b.begin && a.end == b.end && a.offset == b.offset && a.size == b.size && a.result == b.result &&
           a.thread == b.thread && a.path == b.path && a.descriptor == b.descriptor && a.error == b.error &&
           a.call == b.call && a.depth == b.depth && a.nesting == b.nesting && a.flags == b.flags;
}

bool operator==(const Mark& a, const Mark& b) {
    return a.time == b.time && a.eclock == b.eclock && a.thread == b.thread && a.task == b.task && a.size == b.size &&
           a.value == b.value && a.error == b.error && a.name == b.name && a.test == b.test &&
           a.operation == b.operation && a.phase == b.phase;
}

bool operator==(const PacketSide& a, const PacketSide& b) {
    return a.time == b.time && a.thread == b.thread && a.message == b.message && a.task == b.task &&
           a.action == b.action && a.arguments == b.arguments && a.result == b.result && a.error == b.error &&
           a.name == b.name && a.phase == b.phase && a.context == b.context;
}

bool operator==(const RequestSide& a, const RequestSide& b) {
    return a.time == b.time && a.offset == b.offset && a.thread == b.thread && a.request == b.request &&
           a.task == b.task && a.unit == b.unit && a.length == b.length && a.actual == b.actual &&
           a.command == b.command && a.flags == b.flags && a.error == b.error && a.phase == b.phase &&
           a.context == b.context;
}

bool operator==(const Text& a, const Text& b) { return a.time == b.time && a.text == b.text && a.kind == b.kind; }

bool operator==(const Drop& a, const Drop& b) {
    return a.begin == b.begin && a.end == b.end && a.count == b.count && a.thread == b.thread;
}

bool operator==(const KernelCount& a, const KernelCount& b) {
    return a.calls == b.calls && a.bytes == b.bytes && a.call == b.call && a.path == b.path;
}

bool operator==(const ImagePart& a, const ImagePart& b) {
    return std::tie(a.offset, a.size, a.path, a.role, a.file) == std::tie(b.offset, b.size, b.path, b.role, b.file);
}

bool operator==(const Thread& a, const Thread& b) { return a.id == b.id && a.name == b.name; }

std::vector<HostCall> hardfileWrites(std::size_t blocks, std::uint32_t path, std::uint32_t thread) {
    std::vector<HostCall> calls;
    std::mt19937 random(7);
    std::int64_t now = 1'000'000'000;
    const auto after = [&](int usual) { return now += usual + static_cast<std::int64_t>(random() % 60); };
    for (std::size_t block = 0; block < blocks; ++block) {
        const auto at = static_cast<std::int64_t>(block * 512);
        HostCall seek{.begin = after(2000),
                      .offset = at,
                      .result = at,
                      .thread = thread,
                      .path = path,
                      .descriptor = 9,
                      .call = Call::fseek};
        HostCall kernelSeek = seek;
        kernelSeek.begin = after(30);
        kernelSeek.end = after(150);
        kernelSeek.call = Call::lseek;
        kernelSeek.depth = Depth::system;
        kernelSeek.nesting = 1;
        seek.end = after(30);
        HostCall write{.begin = after(90),
                       .end = after(70),
                       .offset = at,
                       .size = 512,
                       .result = 512,
                       .thread = thread,
                       .path = path,
                       .descriptor = 9,
                       .call = Call::fwrite};
        calls.insert(calls.end(), {kernelSeek, seek, write});
    }
    return calls;
}

std::vector<std::uint64_t> writeThreeChunks(const std::filesystem::path& file) {
    std::vector<std::uint64_t> begins;
    Writer writer(file);
    for (int chunk = 0; chunk < 3; ++chunk) {
        begins.push_back(std::filesystem::file_size(file));
        const std::uint32_t path = writer.string("/images/" + std::to_string(chunk) + ".hdf");
        for (const HostCall& call : hardfileWrites(20, path, 100 + static_cast<std::uint32_t>(chunk))) writer.add(call);
        for (std::uint8_t phase = 0; phase < 2; ++phase) {
            writer.add(PacketSide{.time = 7 + phase, .message = 0x900, .action = 1005, .name = path, .phase = phase});
            writer.add(RequestSide{.time = 8 + phase, .offset = 512, .request = 0x800, .length = 512, .phase = phase});
        }
        writer.addFact("chunk", std::to_string(chunk));
        writer.flush();
    }
    begins.push_back(std::filesystem::file_size(file));
    writer.finish(99, 0);
    begins.push_back(std::filesystem::file_size(file));
    return begins;
}

} // namespace uaescope::capture
