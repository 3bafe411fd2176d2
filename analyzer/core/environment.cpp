#include "analyzer/core/environment.h"

#include <array>
#include <charconv>
#include <cstdio>
#include <string_view>

namespace uaescope::core {
namespace {

using Facts = std::map<std::string, std::string>;

std::string textOf(const Facts& facts, const std::string& key) {
    const auto found = facts.find(key);
    return found == facts.end() ? std::string() : found->second;
}

std::optional<std::uint32_t> parsed(std::string_view text, int base = 10) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<std::uint32_t> numberOf(const Facts& facts, const std::string& key) { return parsed(textOf(facts, key)); }

// Long number `index` of the comma-separated DosEnvec; the first tells how many follow it.
std::optional<std::uint32_t> envecLong(std::string_view envec, std::size_t index) {
    for (; index > 0 && !envec.empty(); --index) {
        const std::size_t comma = envec.find(',');
        envec = comma == std::string_view::npos ? std::string_view() : envec.substr(comma + 1);
    }
    return parsed(envec.substr(0, envec.find(',')));
}

std::string hex(std::uint32_t value) {
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "0x%08x", value);
    return text.data();
}

// "DOS\3"
std::string dosTypeText(std::uint32_t dosType) {
    std::string text;
    for (int shift = 24; shift >= 0; shift -= 8) {
        const auto byte = static_cast<unsigned char>(dosType >> shift);
        if (byte >= ' ' && byte < 0x7f)
            text += static_cast<char>(byte);
        else
            text += "\\" + std::to_string(byte);
    }
    return text;
}

void add(std::string& text, const std::string& part) {
    if (part.empty()) return;
    if (!text.empty()) text += ", ";
    text += part;
}

void add(std::string& text, const char* name, const std::string& value) {
    if (!value.empty()) add(text, std::string(name) + value);
}

void add(std::string& text, const char* name, std::optional<std::uint32_t> value, const char* unit = "") {
    if (value) add(text, name + std::to_string(*value) + unit);
}

std::string emulatorText(const Environment& environment) {
    std::string text;
    add(text, environment.emulator);
    add(text, environment.model);
    for (const auto& [key, value] : environment.settings) add(text, (key + "=").c_str(), value);
    return text;
}

std::string machineText(const Environment& environment) {
    std::string text;
    add(text, environment.cpu);
    add(text, "FPU ", environment.fpu);
    add(text, environment.chips);
    add(text, "exec ", environment.exec);
    add(text, "dos ", environment.dos);
    add(text, "", environment.chipKb, " KB chip");
    add(text, "", environment.fastKb, " KB fast");
    return text;
}

// "filesystem 19.2 (pfs3aio)"
std::string filesystemText(const Environment& environment) {
    if (environment.handler.empty() && environment.filesystemVersion.empty()) return "";
    const std::string version =
        environment.filesystemVersion.empty() ? "of unknown version" : environment.filesystemVersion;
    return "filesystem " + version + (environment.handler.empty() ? "" : " (" + environment.handler + ")");
}

std::string volumeText(const Environment& environment) {
    std::string text;
    add(text, environment.volume);
    if (environment.dosType) add(text, dosTypeText(*environment.dosType));
    add(text, filesystemText(environment));
    add(text, "buffers ", environment.buffers);
    add(text, "", environment.blocks, " blocks");
    add(text, "", environment.blockBytes, " bytes each");
    if (environment.device.empty()) return text; // what a host directory says of transfers means nothing
    add(text, environment.device + " " + environment.unit);
    if (environment.maxTransfer) add(text, "MaxTransfer " + hex(*environment.maxTransfer));
    if (environment.mask) add(text, "Mask " + hex(*environment.mask));
    add(text, "BufMemType ", environment.bufferMemory);
    return text;
}

} // namespace

Environment environmentOf(const std::map<std::string, std::string>& facts) {
    Environment environment;
    environment.emulator = textOf(facts, "emulator.version");
    environment.model = textOf(facts, "model");
    for (const auto& [key, value] : facts)
        if (key.starts_with(settingFact))
            environment.settings.emplace_back(key.substr(std::string_view(settingFact).size()), value);
    environment.cpu = textOf(facts, "guest.cpu");
    environment.fpu = textOf(facts, "guest.fpu");
    environment.chips = textOf(facts, "guest.chips");
    environment.exec = textOf(facts, "guest.exec");
    environment.dos = textOf(facts, "guest.dos");
    environment.chipKb = numberOf(facts, "guest.chip_kb");
    environment.fastKb = numberOf(facts, "guest.fast_kb");
    environment.volume = textOf(facts, "guest.volume");
    environment.device = textOf(facts, "guest.device");
    environment.unit = textOf(facts, "guest.unit");
    environment.dosType = parsed(textOf(facts, "guest.dostype"), 16);
    environment.filesystemVersion = textOf(facts, "guest.filesystem");
    environment.handler = textOf(facts, "handler");
    environment.buffers = numberOf(facts, "guest.buffers");
    environment.blocks = numberOf(facts, "guest.blocks");
    environment.blockBytes = numberOf(facts, "guest.block_bytes");
    const std::string envec = textOf(facts, "guest.envec");
    environment.bufferMemory = envecLong(envec, 12);
    environment.maxTransfer = envecLong(envec, 13);
    environment.mask = envecLong(envec, 14);
    return environment;
}

std::vector<std::string> environmentText(const Environment& environment) {
    std::vector<std::string> lines;
    for (const std::string& line : {emulatorText(environment), machineText(environment), volumeText(environment)})
        if (!line.empty()) lines.push_back(line);
    return lines;
}

} // namespace uaescope::core
