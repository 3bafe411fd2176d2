// What a host file is to the emulation, in words for people.
#pragma once

#include "analyzer/core/call_infos.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace uaescope::core {

enum class Purpose : std::uint8_t {
    volume,        // what the guest's storage under test is made of
    sideFile,      // Amiga metadata beside it
    bootVolume,    // what the guest boots from
    log,           // the emulator's own from here on
    configuration, //
    state,         // saved states, battery-backed memory
    rom,
    program, // programs, libraries, plugins
    timeZone,
    system, // of the host
    other,
};
const char* purposeName(Purpose purpose);

// By the role of the path, the facts (the boot volume's place) and the habits of FS-UAE, Amiberry and WinUAE.
Purpose purposeOf(std::string_view path, Role role, const std::map<std::string, std::string>& facts);

} // namespace uaescope::core
