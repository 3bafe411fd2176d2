#include "tests/gui/example_run.h"

#include "uaeplugin/capture/protocol.h"
#include "uaeplugin/capture/writer.h"

#include <cstdint>
#include <random>
#include <string>

namespace uaescope::gui::test {

namespace {

using capture::Call;
using capture::Depth;

constexpr std::uint32_t mainThread = 4100;
constexpr std::uint32_t emulation = 4101;
constexpr std::uint32_t storageThread = 4102;
constexpr std::uint32_t guestTask = 0x0001a4c8;
constexpr std::int64_t frame = 20'000'000; // the emulator sleeps at the end of each

class Example {
public:
    Example(const std::filesystem::path& file, ExampleStorage storage) : m_writer(file), m_storage(storage) {}

    void write() {
        describe();
        span(US_OP_SUITE, "diskspeed13", 0, [this] {
            test(1, "Creates 60 files of 128 bytes", "count=60 unit=files/s guest_us=30000", [this] { create(60); });
            test(2, "Open and closes 60 files", "count=60 unit=files/s guest_us=20000", [this] { openAndClose(60); });
            test(3, "Write data in 65536 byte blocks", "count=1572864 unit=bytes/s guest_us=20000",
                 [this] { transfer(US_OP_WRITE, 24); });
            test(4, "Read data in 65536 byte blocks", "count=1572864 unit=bytes/s guest_us=20000",
                 [this] { transfer(US_OP_READ, 24); });
            test(5, "Deletes 60 files", "count=60 unit=files/s guest_us=20000", [this] { remove(60); });
        });
        if (isHardfile()) hostCall(Call::fclose, 0, 0, [this] { system(Call::write, m_offset, 512); });
        m_writer.finish(m_now + 500'000'000, 0);
    }

private:
    bool isHardfile() const { return m_storage == ExampleStorage::hardfile; }
    std::int64_t about(std::int64_t ns) {
        return ns * 3 / 4 + static_cast<std::int64_t>(m_random() % static_cast<std::uint64_t>(ns / 2 + 1));
    }
    void pass(std::int64_t ns) { m_now += about(ns); }

    void describe() {
        m_writer.addFact("setup", isHardfile() ? "hdf" : "dir");
        m_writer.addFact("suite", "diskspeed13");
        m_writer.addFact("emulator", "FS-UAE");
        m_writer.addFact("emulator.version", "3.1.66");
        m_writer.addFact("storage.0", isHardfile() ? "/run/Work.hdf" : "/run/Work");
        m_writer.add(capture::Thread{mainThread, m_writer.string("fs-uae")});
        m_writer.add(capture::Thread{emulation, m_writer.string("emulation")});
        m_writer.add(capture::Thread{storageThread, m_writer.string(isHardfile() ? "hardfile" : "filesys")});
        m_image = m_writer.string("/run/Work.hdf");
    }

    template <typename Body>
    void span(std::uint8_t kind, const std::string& name, std::uint16_t number, const Body& body) {
        const std::uint32_t text = m_writer.string(name);
        m_writer.add(capture::Mark{.time = m_now,
                                   .thread = emulation,
                                   .task = guestTask,
                                   .name = text,
                                   .test = number,
                                   .operation = kind,
                                   .phase = US_PHASE_BEGIN});
        body();
        m_writer.add(capture::Mark{.time = m_now,
                                   .thread = emulation,
                                   .task = guestTask,
                                   .name = text,
                                   .test = number,
                                   .operation = kind,
                                   .phase = US_PHASE_END});
    }

    template <typename Body>
    void test(std::uint16_t number, const std::string& name, const std::string& count, const Body& body) {
        pass(30'000'000);
        m_test = number;
        const std::string figure = "test=" + std::to_string(number) + ' ' + count;
        span(US_OP_TEST, name, number, [&] {
            body();
            m_writer.add(capture::Text{m_now, m_writer.string(figure), US_TEXT_FIGURE});
        });
        m_test = 0;
    }

    template <typename Body>
    void operation(std::uint8_t kind, const std::string& name, std::uint32_t size, std::uint32_t result,
                   const Body& body) {
        pass(15'000);
        capture::Mark mark{.time = m_now,
                           .thread = emulation,
                           .task = guestTask,
                           .size = size,
                           .value = 0,
                           .name = m_writer.string("DH1:" + name),
                           .test = m_test,
                           .operation = kind,
                           .phase = US_PHASE_BEGIN};
        m_writer.add(mark);
        pass(60'000); // guest code before the request
        storageWakes(body);
        pass(40'000);
        sleepAtEndOfFrame();
        mark.time = m_now;
        mark.value = result;
        mark.phase = US_PHASE_END;
        m_writer.add(mark);
    }

    template <typename Body>
    void storageWakes(const Body& body) {
        capture::HostCall wait{
            .begin = m_idleSince, .end = m_now, .thread = storageThread, .call = Call::semaphoreWait};
        m_writer.add(wait);
        pass(9'000);
        body();
        pass(7'000);
        m_idleSince = m_now;
    }

    void sleepAtEndOfFrame() {
        if (m_now < m_frameEnd) return;
        m_writer.add(capture::HostCall{
            .begin = m_now, .end = m_now + 1'080'000, .size = 1000, .thread = emulation, .call = Call::usleep});
        m_now += 1'085'000;
        m_frameEnd = m_now + frame;
    }

    template <typename Body>
    void hostCall(Call call, std::int64_t offset, std::int64_t size, const Body& inside) {
        capture::HostCall record{.begin = m_now,
                                 .offset = offset,
                                 .size = size,
                                 .result = size,
                                 .thread = storageThread,
                                 .path = isHardfile() ? m_image : m_path,
                                 .descriptor = 11,
                                 .call = call};
        m_now += 300;
        m_nesting = 1;
        inside();
        m_nesting = 0;
        m_now += 200;
        record.end = m_now;
        m_writer.add(record);
        pass(700);
    }

    void system(Call call, std::int64_t offset, std::int64_t size) {
        capture::HostCall record{.begin = m_now,
                                 .offset = offset,
                                 .size = size,
                                 .result = size,
                                 .thread = storageThread,
                                 .path = isHardfile() ? m_image : m_path,
                                 .descriptor = 11,
                                 .call = call,
                                 .depth = Depth::system,
                                 .nesting = m_nesting};
        m_now += about(call == Call::open || call == Call::unlink ? 60'000 : 900 + size / 6);
        record.end = m_now;
        m_writer.add(record);
        m_now += 150;
    }

    void plain(Call call, std::int64_t offset = -1, std::int64_t size = 0) {
        hostCall(call, offset, size, [&] { system(call, offset, size); });
    }

    // The hardfile's driver writes block by block; each seek hands the block before to the kernel.
    void writeBlocks(int count) {
        for (int i = 0; i < count; ++i) {
            hostCall(Call::fseek, m_offset + 512, 0, [this] {
                system(Call::write, m_offset, 512);
                system(Call::read, m_offset / 4096 * 4096, 4096);
            });
            m_offset += 512;
            hostCall(Call::fwrite, m_offset, 512, [] {});
        }
    }

    void readImage(int count) {
        for (int i = 0; i < count; ++i) {
            m_offset += 16384;
            hostCall(Call::fread, m_offset, 16384, [this] {
                system(Call::read, m_offset, 4096);
                system(Call::read, m_offset + 4096, 12288);
            });
        }
    }

    void sideFile(Call call) {
        const std::uint32_t file = m_path;
        m_path = m_writer.string(m_name + ".uaem");
        hostCall(Call::fopen, -1, 0, [this] { system(Call::open, -1, 0); });
        hostCall(call, 0, 33, [] {});
        hostCall(Call::fclose, -1, 0, [&] { system(call == Call::fwrite ? Call::write : Call::read, 0, 33); });
        m_path = file;
    }

    void name(int number) {
        m_name = "/run/Work/_test_/tf" + std::to_string(100000 + number).substr(1) + ".tst";
        m_path = m_writer.string(m_name);
    }

    static std::string guestName(int number) {
        return "_test_/tf" + std::to_string(100000 + number).substr(1) + ".tst";
    }

    void create(int files) {
        for (int i = files; i > 0; --i) {
            name(i);
            operation(US_OP_OPEN, guestName(i), 0, 0x4000, [&] {
                if (isHardfile()) return writeBlocks(5);
                plain(Call::opendir);
                hostCall(Call::readdir, -1, files - i + 2, [this] { system(Call::getdents, 0, 4096); });
                plain(Call::access);
                plain(Call::open);
                sideFile(Call::fwrite);
            });
            operation(US_OP_WRITE, guestName(i), 128, 128,
                      [&] { isHardfile() ? writeBlocks(1) : plain(Call::write, 0, 128); });
            operation(US_OP_CLOSE, guestName(i), 0, 1, [&] { isHardfile() ? writeBlocks(1) : plain(Call::close); });
        }
    }

    void openAndClose(int files) {
        for (int i = files; i > 0; --i) {
            name(i);
            operation(US_OP_OPEN, guestName(i), 0, 0x4000, [&] {
                if (isHardfile()) return readImage(1);
                plain(Call::stat);
                sideFile(Call::fread);
                plain(Call::open);
            });
            operation(US_OP_CLOSE, guestName(i), 0, 1, [&] {
                if (!isHardfile()) plain(Call::close);
            });
        }
    }

    void transfer(std::uint8_t kind, int count) {
        m_name = "/run/Work/data.tst";
        m_path = m_writer.string(m_name);
        for (int i = 0; i < count; ++i) {
            operation(kind, "data.tst", 65536, 65536, [&] {
                if (isHardfile()) return kind == US_OP_WRITE ? writeBlocks(129) : readImage(5);
                plain(Call::lseek, i * 65536);
                plain(kind == US_OP_WRITE ? Call::write : Call::read, i * 65536, 65536);
            });
        }
    }

    void remove(int files) {
        for (int i = files; i > 0; --i) {
            name(i);
            operation(US_OP_DELETE, guestName(i), 0, 0xffffffff, [&] {
                if (isHardfile()) return writeBlocks(3);
                plain(Call::unlink);
                m_path = m_writer.string(m_name + ".uaem");
                plain(Call::unlink);
            });
        }
    }

    capture::Writer m_writer;
    ExampleStorage m_storage;
    std::mt19937_64 m_random{13}; // the same file every time
    std::int64_t m_now = 5'000'000'000;
    std::int64_t m_idleSince = 5'000'000'000;
    std::int64_t m_frameEnd = 5'020'000'000;
    std::int64_t m_offset = 1'048'576;
    std::string m_name;
    std::uint32_t m_path = 0;
    std::uint32_t m_image = 0;
    std::uint16_t m_test = 0;
    std::uint8_t m_nesting = 0;
};

} // namespace

void writeExampleRun(const std::filesystem::path& file, ExampleStorage storage) { Example(file, storage).write(); }

} // namespace uaescope::gui::test
