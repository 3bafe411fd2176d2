#include "tests/guest/memory_storage.h"

#include "uaeplugin/capture/protocol.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace uaescope::guest_test {
namespace {

// In a folder of the folder; what is in the folder itself is not.
bool isBelow(const std::string& path, const std::string& folder) {
    const std::size_t slash = path.find('/', folder.size());
    return slash != std::string::npos && slash + 1 < path.size();
}

bool isOnAnotherVolume(const char* name) { return std::strchr(name, ':') != nullptr; }

} // namespace

MemoryStorage::MemoryStorage() : clock([](std::uint64_t call) { return call * 1000; }) { fillTable(); }

enum us_status MemoryStorage::run(const char* suite, enum us_form form) {
    if (spareCounts > 0) {
        m_table.spare_start = [](void* context) {
            if (of(context).m_spareRuns) of(context).faults.emplace_back("the counter was started twice");
            of(context).m_spareRuns = true;
        };
        m_table.spare_stop = [](void* context) {
            if (!of(context).m_spareRuns) of(context).faults.emplace_back("the counter was stopped twice");
            of(context).m_spareRuns = false;
            return of(context).spareCounts;
        };
    }
    if (!hasExall) m_table.exall = nullptr;
    m_table.device = {deviceBytes == 0 ? nullptr : "test.device", 3, 0, deviceBytes};
    const auto status = us_suite_run(us_suite_named(suite), &m_table, form);
    if (m_spareRuns) faults.emplace_back("the counter was left running");
    if (!m_open.empty()) faults.emplace_back("a mark was begun and never ended");
    return status;
}

std::string MemoryStorage::pathOf(const char* name) const { return isOnAnotherVolume(name) ? name : m_current + name; }

std::string MemoryStorage::text() const {
    std::string result;
    for (const std::string& line : lines) result += line + "\n";
    return result;
}

void MemoryStorage::onMark(const us_mark& mark) {
    if (mark.phase == US_PHASE_BEGIN)
        onBegin(mark);
    else
        onEnd(mark);
}

void MemoryStorage::onBegin(const us_mark& mark) {
    if (!m_open.empty() && m_open.back().operation >= US_OP_OPEN) faults.emplace_back("a mark inside an operation");
    m_open.push_back(mark);
    const std::string name = mark.name ? mark.name : "";
    if (mark.operation < US_OP_OPEN) {
        spans.push_back({mark.operation, mark.test, name});
        if (mark.operation == US_OP_PREPARE) ++m_prepares;
        return;
    }
    batches.emplace_back();
    RecordedOperation operation;
    operation.kind = mark.operation;
    operation.test = mark.test;
    operation.prepares = m_prepares > 0;
    operation.size = mark.size;
    operation.name = name;
    if (const auto handle = m_handles.find(mark.value); handle != m_handles.end()) operation.name = handle->second.path;
    operations.push_back(operation);
}

void MemoryStorage::onEnd(const us_mark& mark) {
    if (m_open.empty() || m_open.back().operation != mark.operation || m_open.back().test != mark.test) {
        faults.emplace_back("an end mark without its begin");
        return;
    }
    m_open.pop_back();
    if (mark.operation == US_OP_PREPARE) --m_prepares;
    if (mark.operation < US_OP_OPEN) return;
    operations.back().result = mark.value;
    operations.back().error = mark.error;
}

bool MemoryStorage::fails() { return operations.size() == failAt && !error(failWith); }

bool MemoryStorage::error(std::uint32_t number) {
    m_error = number;
    return false;
}

us_object MemoryStorage::add(const std::string& path, bool lock) {
    m_handles[m_nextHandle] = {path, lock, 0, ""};
    return m_nextHandle++;
}

MemoryStorage::Handle* MemoryStorage::find(us_object object, bool lock) {
    const auto handle = m_handles.find(object);
    if (handle != m_handles.end() && handle->second.lock == lock) return &handle->second;
    faults.emplace_back("a call on something that is not open");
    return nullptr;
}

std::uint64_t MemoryStorage::used() const {
    std::uint64_t sum = 0;
    for (const auto& [path, size] : objects) sum += size;
    return sum;
}

void MemoryStorage::fillTable() {
    m_table.context = this;
    m_table.machine = {"68040", 40, 70};
    m_table.volume = {"DH1:", true, 0x444f5303, 30};
    m_table.destination = "RAM:";
    m_table.ticks_per_second = 1000000;
    m_table.open = [](void* context, const char* name, us_open_mode mode) -> us_object {
        auto& self = of(context);
        const std::string path = self.pathOf(name);
        if (self.fails()) return 0;
        if (mode == US_OPEN_NEW) {
            self.objects[path] = 0;
            self.m_contents[path].clear();
        }
        if (!self.objects.contains(path)) return self.error(US_DOS_NOT_FOUND);
        return self.add(path, false);
    };
    m_table.close = [](void* context, us_object file) {
        auto& self = of(context);
        if (self.find(file, false)) self.m_handles.erase(file);
        return !self.fails();
    };
    m_table.read = [](void* context, us_object file, void* buffer, std::uint32_t size) -> std::int32_t {
        auto& self = of(context);
        Handle* handle = self.find(file, false);
        if (!handle || self.fails()) return -1;
        const std::uint64_t left = self.objects[handle->path] - handle->position;
        const auto count = static_cast<std::uint32_t>(left < size ? left : size);
        if (!self.forgetful && count > 0)
            std::memcpy(buffer, self.m_contents[handle->path].data() + handle->position, count);
        handle->position += count;
        return static_cast<std::int32_t>(count);
    };
    m_table.write = [](void* context, us_object file, const void* buffer, std::uint32_t size) -> std::int32_t {
        auto& self = of(context);
        Handle* handle = self.find(file, false);
        if (!handle || self.fails()) return -1;
        if (self.used() + size > self.capacity) return self.error(US_DOS_DISK_FULL) ? 0 : -1;
        auto& content = self.m_contents[handle->path];
        content.resize(std::max<std::size_t>(content.size(), handle->position + size));
        if (self.operations.size() != self.loseWrite) std::memcpy(content.data() + handle->position, buffer, size);
        handle->position += size;
        auto& length = self.objects[handle->path];
        if (handle->position > length) length = handle->position;
        self.largestUse = std::max(self.largestUse, self.used());
        return static_cast<std::int32_t>(size);
    };
    m_table.seek = [](void* context, us_object file, std::int32_t distance, us_seek_from from) -> std::int32_t {
        auto& self = of(context);
        Handle* handle = self.find(file, false);
        if (!handle || self.fails()) return -1;
        const auto before = static_cast<std::int32_t>(handle->position);
        const auto size = static_cast<std::int64_t>(self.objects[handle->path]);
        const std::int64_t position = distance + (from == US_FROM_BEGINNING ? 0 : from == US_FROM_END ? size : before);
        if (position < 0 || position > size) return self.error(US_DOS_SEEK) ? 0 : -1;
        if (position != self.operations.back().size) self.faults.emplace_back("a seek's mark tells another position");
        handle->position = static_cast<std::uint64_t>(position);
        return before;
    };
    m_table.lock = [](void* context, const char* name) -> us_object {
        auto& self = of(context);
        if (self.fails()) return 0;
        const std::string path = self.pathOf(name);
        if (path.empty() || self.objects.contains(path)) return self.add(path, true);
        if (self.objects.contains(path + "/")) return self.add(path + "/", true);
        return self.error(US_DOS_NOT_FOUND);
    };
    m_table.unlock = [](void* context, us_object lock) {
        auto& self = of(context);
        if (self.find(lock, true)) self.m_handles.erase(lock);
        if (lock == self.m_currentLock) self.faults.emplace_back("the current directory's lock was given back");
    };
    m_table.examine = [](void* context, us_object lock) {
        auto& self = of(context);
        Handle* handle = self.find(lock, true);
        if (!handle || self.fails()) return false;
        handle->listed = handle->path;
        for (int hidden = 0; hidden < self.exnextHides; ++hidden) {
            const auto next = self.objects.upper_bound(handle->listed);
            if (next != self.objects.end()) handle->listed = next->first;
        }
        return true;
    };
    m_table.exnext = [](void* context, us_object lock) {
        auto& self = of(context);
        Handle* handle = self.find(lock, true);
        if (!handle || self.fails()) return false;
        auto next = self.objects.upper_bound(handle->listed);
        while (next != self.objects.end() && next->first.starts_with(handle->path) &&
               isBelow(next->first, handle->path))
            ++next;
        if (next == self.objects.end() || !next->first.starts_with(handle->path))
            return self.error(US_DOS_NO_MORE_ENTRIES);
        handle->listed = next->first;
        self.m_entry = next->first.substr(handle->path.size());
        return true;
    };
    m_table.entry = [](void* context, us_entry* entry) {
        std::string name = of(context).m_entry;
        entry->kind = name.ends_with('/') ? US_ENTRY_DIRECTORY : US_ENTRY_FILE;
        if (name.ends_with('/')) name.pop_back();
        entry->name[name.copy(entry->name, sizeof entry->name - 1)] = 0;
    };
    m_table.remove = [](void* context, const char* name) {
        auto& self = of(context);
        if (self.fails()) return false;
        const std::string path = self.pathOf(name);
        for (const auto& [object, handle] : self.m_handles)
            if (handle.path == path || handle.path == path + "/") return self.error(US_DOS_IN_USE);
        if (self.objects.erase(path) == 1) return true;
        const auto folder = self.objects.find(path + "/");
        if (folder == self.objects.end()) return self.error(US_DOS_NOT_FOUND);
        const auto next = std::next(folder);
        if (next != self.objects.end() && next->first.starts_with(folder->first)) return self.error(US_DOS_NOT_EMPTY);
        self.objects.erase(folder);
        return true;
    };
    m_table.exall = [](void* context, us_object lock, void*, std::uint32_t) -> std::int32_t {
        auto& self = of(context);
        const Handle* handle = self.find(lock, true);
        if (!handle || self.fails()) return -1;
        std::int32_t count = 0;
        for (const auto& [path, size] : self.objects)
            if (path.starts_with(handle->path) && path != handle->path && !isBelow(path, handle->path)) ++count;
        return count - self.exallHides;
    };
    m_table.rename = [](void* context, const char* from, const char* to) {
        auto& self = of(context);
        if (self.fails()) return false;
        const auto found = self.objects.find(self.pathOf(from));
        if (found == self.objects.end()) return self.error(US_DOS_NOT_FOUND);
        if (self.objects.contains(self.pathOf(to))) return self.error(US_DOS_EXISTS);
        self.objects[self.pathOf(to)] = found->second;
        self.m_contents[self.pathOf(to)] = self.m_contents[self.pathOf(from)];
        self.objects.erase(found);
        return true;
    };
    m_table.set_protection = [](void* context, const char* name, std::uint32_t) {
        auto& self = of(context);
        return !self.fails() && (self.objects.contains(self.pathOf(name)) || self.error(US_DOS_NOT_FOUND));
    };
    m_table.create_dir = [](void* context, const char* name) -> us_object {
        auto& self = of(context);
        if (self.fails()) return 0;
        const std::string path = self.pathOf(name) + "/";
        if (self.objects.contains(path)) return self.error(US_DOS_EXISTS);
        self.objects[path] = 0;
        return self.add(path, true);
    };
    m_table.current_dir = [](void* context, us_object lock) {
        auto& self = of(context);
        const us_object before = self.m_currentLock;
        self.m_currentLock = lock;
        self.m_current = lock == 0 ? "" : self.m_handles[lock].path;
        return before;
    };
    m_table.info = [](void* context, us_object lock, us_info* info) {
        auto& self = of(context);
        if (!self.find(lock, true) || self.fails()) return false;
        *info = {131072, 512};
        return true;
    };
    m_table.device_open = [](void* context) {
        auto& self = of(context);
        self.m_deviceOpen = self.deviceOpens;
        return self.m_deviceOpen || self.error(45);
    };
    m_table.device_close = [](void* context) { of(context).m_deviceOpen = false; };
    m_table.device_read = [](void* context, std::uint64_t position, void*, std::uint32_t size) -> std::int32_t {
        auto& self = of(context);
        if (!self.m_deviceOpen) self.faults.emplace_back("a read from a device that is not open");
        if (position % 512 != 0 || size % 512 != 0) self.faults.emplace_back("a read of parts of blocks");
        if (position + size > self.deviceBytes) self.faults.emplace_back("a read beyond the volume");
        self.operations.back().position = position;
        return self.fails() ? -1 : static_cast<std::int32_t>(size);
    };
    m_table.device_read_many = [](void* context, const us_device_read* reads, std::uint32_t count) -> std::int32_t {
        auto& self = of(context);
        std::int32_t bytes = 0;
        if (count > US_DEVICE_MOST_READS) self.faults.emplace_back("too many reads in flight");
        for (std::uint32_t index = 0; index < count; ++index) {
            // What a place of the device holds depends on the place.
            const std::uint64_t value = reads[index].position / 512 + (count > 1 ? self.deviceLies : 0);
            std::memset(reads[index].buffer, static_cast<int>(value & 0xff), reads[index].size);
            self.batches.back().push_back(reads[index].position);
            bytes += self.m_table.device_read(context, reads[index].position, reads[index].buffer, reads[index].size);
            if (bytes < 0) return -1;
        }
        return bytes;
    };
    m_table.error = [](void* context) { return of(context).m_error; };
    m_table.mark = [](void* context, const us_mark* mark) { of(context).onMark(*mark); };
    m_table.clock = [](void* context) { return of(context).clock(++of(context).m_clockCalls); };
    m_table.print = [](void* context, const char* line) { of(context).lines.emplace_back(line); };
    m_table.figure = [](void* context, const char* line) { of(context).figures.emplace_back(line); };
    m_table.stopped = [](void* context) {
        const auto& self = of(context);
        return self.stopAfter != 0 && self.operations.size() >= self.stopAfter;
    };
    m_table.flush = [](void*) {};
    m_table.delay = [](void* context, std::uint32_t ticks) { of(context).settledTicks += ticks; };
    m_table.drop_caches = [](void* context) -> const char* {
        of(context).droppedAfter.push_back(static_cast<std::uint32_t>(of(context).operations.size()));
        return of(context).keepsCaches ? "they are glued" : nullptr;
    };
    m_table.drop_host_cache = [](void* context) -> const char* {
        of(context).hostDroppedAfter.push_back(static_cast<std::uint32_t>(of(context).operations.size()));
        return of(context).hostKeepsCache ? "the host is greedy" : nullptr;
    };
    m_table.lend_buffers = [](void* context, std::int32_t count) {
        of(context).lent.push_back(std::min(count, of(context).lendsAtMost));
        return of(context).lent.back();
    };
    m_table.allocate = [](void* context, std::uint32_t size, us_memory kind) -> void* {
        auto& self = of(context);
        if (self.noMemory || self.lacking.contains(kind)) return nullptr;
        void* memory = std::calloc(1, size);
        self.m_allocations[memory] = size;
        return memory;
    };
    m_table.release = [](void* context, void* memory, std::uint32_t size) {
        auto& self = of(context);
        const auto found = self.m_allocations.find(memory);
        if (found == self.m_allocations.end() || found->second != size) {
            self.faults.emplace_back("memory was given back wrongly");
            return;
        }
        self.m_allocations.erase(found);
        std::free(memory);
    };
}

} // namespace uaescope::guest_test
