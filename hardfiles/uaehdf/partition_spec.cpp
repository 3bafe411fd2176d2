#include "hardfiles/uaehdf/partition_spec.h"

#include "hardfiles/error.h"
#include "hardfiles/latin1.h"
#include "hardfiles/partition_fields.h"
#include "hardfiles/size_text.h"

#include <charconv>

namespace uaescope::hardfiles {

namespace {

[[noreturn]] void refuse(std::string_view spec, const std::string& why) {
    throw UsageError("--partition " + std::string(spec) + ": " + why +
                     "; write NAME:SIZE:DOSTYPE, for instance DH0:500M:DOS3 or DH1:rest:DOS1:block=2048:label=Work");
}

// The text up to the next colon, which is cut off with it.
std::string_view takeField(std::string_view& rest) {
    const std::string_view field = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(rest.size(), field.size() + 1));
    return field;
}

template <typename Number>
Number parseNumber(std::string_view spec, std::string_view key, std::string_view text) {
    Number number{};
    const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || stopped != text.data() + text.size())
        refuse(spec, "'" + std::string(text) + "' is no number for " + std::string(key));
    return number;
}

void applyOption(std::string_view spec, std::string_view field, PartitionOptions& options) {
    const auto equals = field.find('=');
    const std::string_view key = field.substr(0, equals);
    const std::string_view text = equals == std::string_view::npos ? "" : field.substr(equals + 1);
    if (equals == std::string_view::npos)
        options.dosType = parseFileSystem(field);
    else if (key == "block")
        options.blockSize = parseNumber<std::uint32_t>(spec, key, text);
    else if (key == "label")
        options.label = latin1FromUtf8(text);
    else if (key == "bootpri")
        options.bootPriority = parseNumber<std::int32_t>(spec, key, text);
    else if (key == "buffers")
        options.buffers = parseNumber<std::uint32_t>(spec, key, text);
    else
        refuse(spec, "'" + std::string(key) + "' is none of block, label, bootpri and buffers");
}

} // namespace

PartitionOptions parsePartitionSpec(std::string_view spec, const PartitionOptions& defaults) {
    PartitionOptions options = defaults;
    std::string_view rest = spec;
    options.name = latin1FromUtf8(takeField(rest));
    const std::string_view size = takeField(rest);
    if (options.name.empty() || size.empty()) refuse(spec, "a name and a size are needed");
    options.size = size == "rest" ? 0 : parseSize(size);
    while (!rest.empty()) applyOption(spec, takeField(rest), options);
    DosEnvec envec;
    envec.dosType = options.dosType;
    envec.numBuffers = options.buffers;
    envec.bootPriority = options.bootPriority.value_or(0);
    for (const std::string& fault : fieldFaults(envec)) refuse(spec, fault);
    return options;
}

DosType parseFileSystem(std::string_view text) {
    const auto type = DosType::parse(text);
    DosEnvec envec;
    envec.dosType = type.value_or(DosType());
    if (!type || !fieldFaults(envec).empty())
        throw UsageError(
            "file system '" + std::string(text) +
            "': choose DOS0 or DOS1 (OFS, FFS), DOS2 or DOS3 (the same, international), DOS4 or DOS5 "
            "(with directory cache), DOS6 or DOS7 (with long names), or a DosType like PFS3 or 0x50465303");
    return *type;
}

} // namespace uaescope::hardfiles
