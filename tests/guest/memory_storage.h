// A volume in memory that records what a suite does to it, and fails, stops or runs out of space when told to.
#pragma once

#include "guest/suites/suite.h"

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace uaescope::guest_test {

struct RecordedOperation {
    std::uint8_t kind = 0; // US_OP_*
    std::uint16_t test = 0;
    bool prepares = false;
    std::uint32_t size = 0;
    std::uint32_t result = 0;
    std::uint32_t error = 0;
    std::uint64_t position = 0; // on the device
    std::string name;           // for calls on handles and locks, the name they were opened with
};

struct RecordedSpan {
    std::uint8_t kind = 0; // US_OP_SUITE, TEST, PREPARE, SETTLE
    std::uint16_t test = 0;
    std::string name;
};

class MemoryStorage {
public:
    MemoryStorage();

    enum us_status run(const char* suite, enum us_form form = US_FORM_FIXED);

    // What to do to the suite; operations are counted from 1.
    std::uint32_t stopAfter = 0;                            // 0 never
    std::uint32_t failAt = 0;                               // this operation fails, 0 none
    std::uint32_t failWith = US_DOS_WRONG_TYPE;             // its error
    std::uint64_t capacity = 1 << 30;                       // bytes
    std::function<std::uint64_t(std::uint64_t call)> clock; // ticks of 1 MHz at the n-th reading
    bool noMemory = false;
    std::uint64_t deviceBytes = 1 << 26; // 0: no device
    bool deviceOpens = true;
    std::uint64_t deviceLies = 0;        // added to what is read by more than one request at a time
    std::set<us_memory> lacking;         // kinds of memory that there are not
    std::uint32_t loseWrite = 0;         // this operation, a write, says it was done and was not
    int exnextHides = 0, exallHides = 0; // entries of each directory
    bool hasExall = true;
    std::uint64_t spareCounts = 0;   // that the counter reaches each time; 0: there is no counter
    bool keepsCaches = false;        // refuses to drop them
    std::int32_t lendsAtMost = 1000; // buffers
    bool hostKeepsCache = false;     // the host does
    bool forgetful = false;          // reads leave the buffer as it is

    // What there is on the volume: path to size; folders end with '/'.
    std::map<std::string, std::uint64_t> objects;

    // What happened.
    std::vector<RecordedOperation> operations;
    std::vector<std::vector<std::uint64_t>> batches; // of each operation, where its requests to the device read
    std::vector<RecordedSpan> spans;
    std::vector<std::string> lines;
    std::vector<std::string> figures;
    std::uint64_t settledTicks = 0;
    std::vector<std::uint32_t> droppedAfter; // caches, after so many operations
    std::vector<std::uint32_t> hostDroppedAfter;
    std::vector<std::int32_t> lent;  // buffers, one after the other; negative: taken back
    std::uint64_t largestUse = 0;    // bytes at a time
    std::vector<std::string> faults; // broken rules: marks that do not pair, handles misused

    // Handles, locks and memory not given back.
    std::size_t leaks() const { return m_handles.size() + m_allocations.size() + (m_deviceOpen ? 1 : 0); }
    std::string text() const; // all lines

private:
    struct Handle {
        std::string path;
        bool lock = false;
        std::uint64_t position = 0;
        std::string listed; // last entry that exnext gave
    };

    static MemoryStorage& of(void* context) { return *static_cast<MemoryStorage*>(context); }
    void fillTable();
    void onMark(const us_mark& mark);
    void onBegin(const us_mark& mark);
    void onEnd(const us_mark& mark);
    bool fails(); // is this operation to fail?
    bool error(std::uint32_t number);
    us_object add(const std::string& path, bool lock);
    Handle* find(us_object object, bool lock);
    std::uint64_t used() const;
    std::string pathOf(const char* name) const;

    us_storage m_table{};
    std::map<std::string, std::vector<std::uint8_t>> m_contents; // of files
    std::map<us_object, Handle> m_handles;
    std::map<void*, std::uint32_t> m_allocations;
    std::vector<us_mark> m_open; // begin marks without an end
    bool m_deviceOpen = false;
    bool m_spareRuns = false;
    us_object m_nextHandle = 1;
    us_object m_currentLock = 0;
    std::string m_current;
    std::string m_entry; // that exnext gave last
    std::uint32_t m_error = 0;
    std::uint64_t m_clockCalls = 0;
    int m_prepares = 0;
};

} // namespace uaescope::guest_test
