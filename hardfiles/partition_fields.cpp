#include "hardfiles/partition_fields.h"

#include "hardfiles/error.h"
#include "hardfiles/ffs_layout.h"
#include "hardfiles/latin1.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace uaescope::hardfiles {

namespace {

[[noreturn]] void refuse(std::string_view field, const std::string& why) {
    throw UsageError("'" + std::string(field) + "': " + why);
}

template <typename Number>
Number numberOf(std::string_view field, std::string_view text) {
    const bool hex = text.starts_with("0x") || text.starts_with("0X");
    if (hex) text.remove_prefix(2);
    Number number{};
    const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), number, hex ? 16 : 10);
    if (text.empty() || error != std::errc() || stopped != text.data() + text.size())
        refuse(field, "expected a number after the '='");
    return number;
}

bool flagOf(std::string_view field, std::string_view text) {
    if (text != "yes" && text != "no") refuse(field, "expected yes or no after the '='");
    return text == "yes";
}

struct NumberField {
    std::string_view name;
    std::uint32_t DosEnvec::*member;
    FieldKind kind;
    std::uint32_t place; // in the table
};

constexpr std::array<NumberField, 12> numberFields{{
    {"low", &DosEnvec::lowCylinder, FieldKind::shape, 9},
    {"high", &DosEnvec::highCylinder, FieldKind::shape, 10},
    {"reserved", &DosEnvec::reserved, FieldKind::shape, 6},
    {"buffers", &DosEnvec::numBuffers, FieldKind::harmless, 11},
    {"prealloc", &DosEnvec::preAlloc, FieldKind::harmless, 7},
    {"interleave", &DosEnvec::interleave, FieldKind::harmless, 8},
    {"memtype", &DosEnvec::bufMemType, FieldKind::harmless, 12},
    {"maxtransfer", &DosEnvec::maxTransfer, FieldKind::harmless, 13},
    {"mask", &DosEnvec::mask, FieldKind::harmless, 14},
    {"baud", &DosEnvec::baud, FieldKind::harmless, 17},
    {"control", &DosEnvec::control, FieldKind::harmless, 18},
    {"bootblocks", &DosEnvec::bootBlocks, FieldKind::harmless, 19},
}};

constexpr std::uint32_t bootPriorityPlace = 15, dosTypePlace = 16;

// A table that ends before a field is made longer up to it, and no further: what a table does not hold has a default,
// and what comes to be said in between is that default.
void reach(DosEnvec& envec, std::uint32_t place) {
    const auto comes = [&](std::uint32_t field) { return envec.tableSize < field && field < place; };
    if (comes(11)) envec.numBuffers = DosEnvec{}.numBuffers;
    if (comes(13)) envec.maxTransfer = 0x7fffffff;
    if (comes(14)) envec.mask = 0xfffffffe;
    if (comes(dosTypePlace)) envec.dosType = dosType(0);
    envec.tableSize = std::max(envec.tableSize, place);
}

void setBlockSize(DosEnvec& envec, std::string_view field, std::string_view text) {
    const auto size = numberOf<std::uint32_t>(field, text);
    if (!ffs::isBlockSize(size)) refuse(field, "expected 512, 1024, 2048, 4096, 8192, 16384 or 32768");
    envec.sizeBlock = sectorSize / 4;
    envec.sectorPerBlock = size / sectorSize;
}

FieldKind setField(RdbPartition& partition, std::string_view field) {
    const auto equals = field.find('=');
    const std::string_view name = field.substr(0, equals);
    if (equals == std::string_view::npos) refuse(field, "expected FIELD=VALUE, like buffers=100");
    const std::string_view text = field.substr(equals + 1);
    DosEnvec& envec = partition.envec;
    for (const NumberField& known : numberFields) {
        if (known.name != name) continue;
        reach(envec, known.place);
        envec.*known.member = numberOf<std::uint32_t>(field, text);
        return known.kind;
    }
    if (name == "name") {
        partition.driveName = latin1FromUtf8(text);
    } else if (name == "bootable") {
        partition.bootable = flagOf(field, text);
    } else if (name == "mounted") {
        partition.mounted = flagOf(field, text);
    } else if (name == "bootpri") {
        reach(envec, bootPriorityPlace);
        envec.bootPriority = numberOf<std::int32_t>(field, text);
    } else if (name == "block") {
        setBlockSize(envec, field, text);
        return FieldKind::shape;
    } else if (name == "fs") {
        const auto type = DosType::parse(text);
        if (!type || type->value() == 0) refuse(field, "expected a DosType like DOS3, PFS3 or 0x50465303");
        reach(envec, dosTypePlace);
        envec.dosType = *type;
        return FieldKind::shape;
    } else {
        refuse(field, "there is no such field; see 'uaehdf partition set --help'");
    }
    return FieldKind::harmless;
}

} // namespace

std::vector<std::string> fieldFaults(const DosEnvec& envec) {
    std::vector<std::string> faults;
    const auto require = [&](std::uint32_t place, bool right, const std::string& expected, auto found) {
        if (envec.tableSize >= place && !right) faults.push_back(expected + ", found " + std::to_string(found));
    };
    constexpr std::uint32_t mostReserved = 1024, mostBuffers = 1'000'000;
    require(6, envec.reserved >= 1 && envec.reserved <= mostReserved, "expected 1 to 1024 reserved blocks",
            envec.reserved);
    require(11, envec.numBuffers >= 1 && envec.numBuffers <= mostBuffers, "expected 1 to 1000000 buffers",
            envec.numBuffers);
    require(13, envec.maxTransfer >= sectorSize, "expected 512 bytes or more as maxtransfer", envec.maxTransfer);
    require(14, envec.mask != 0, "expected a mask that lets some address through", envec.mask);
    require(bootPriorityPlace, envec.bootPriority >= -128 && envec.bootPriority <= 127,
            "expected a boot priority of -128 to 127", envec.bootPriority);
    if (envec.tableSize >= dosTypePlace && envec.dosType.value() >> 8 == dosType(0).value() >> 8 &&
        !envec.dosType.isDos())
        faults.push_back("expected DOS0 to DOS7, or a DosType of another file system, found " + envec.dosType.text());
    return faults;
}

FieldKind setPartitionField(RdbPartition& partition, std::string_view field) {
    // What was wrong before is no reason to refuse a change of something else.
    const std::vector<std::string> before = fieldFaults(partition.envec);
    RdbPartition changed = partition;
    const FieldKind kind = setField(changed, field);
    for (const std::string& fault : fieldFaults(changed.envec))
        if (std::find(before.begin(), before.end(), fault) == before.end()) refuse(field, fault);
    partition = std::move(changed);
    return kind;
}

} // namespace uaescope::hardfiles
