// What the numbers of packets, commands and errors are called.
#include "analyzer/core/packets.h"

#include <algorithm>
#include <array>
#include <span>

namespace uaescope::core {
namespace {

struct Name {
    int number;
    const char* text;
};

constexpr std::array actions = std::to_array<Name>({
    {5, "DIE"},
    {7, "CURRENT_VOLUME"},
    {8, "LOCATE_OBJECT"},
    {15, "FREE_LOCK"},
    {16, "DELETE_OBJECT"},
    {17, "RENAME_OBJECT"},
    {18, "MORE_CACHE"},
    {19, "COPY_DIR"},
    {21, "SET_PROTECT"},
    {22, "CREATE_DIR"},
    {23, "EXAMINE_OBJECT"},
    {24, "EXAMINE_NEXT"},
    {25, "DISK_INFO"},
    {26, "INFO"},
    {27, "FLUSH"},
    {28, "SET_COMMENT"},
    {29, "PARENT"},
    {31, "INHIBIT"},
    {33, "DISK_CHANGE"},
    {34, "SET_DATE"},
    {40, "SAME_LOCK"},
    {'R', "READ"},
    {'W', "WRITE"},
    {1004, "FINDUPDATE"},
    {1005, "FINDINPUT"},
    {1006, "FINDOUTPUT"},
    {1007, "END"},
    {1008, "SEEK"},
    {1020, "FORMAT"},
    {1022, "SET_FILE_SIZE"},
    {1023, "WRITE_PROTECT"},
    {1026, "FH_FROM_LOCK"},
    {1027, "IS_FILESYSTEM"},
    {1033, "EXAMINE_ALL"},
    {1034, "EXAMINE_FH"},
    {1035, "EXAMINE_ALL_END"},
});

constexpr std::array commands = std::to_array<Name>({
    {1, "CMD_RESET"},
    {2, "CMD_READ"},
    {3, "CMD_WRITE"},
    {4, "CMD_UPDATE"},
    {5, "CMD_CLEAR"},
    {6, "CMD_STOP"},
    {7, "CMD_START"},
    {8, "CMD_FLUSH"},
    {9, "TD_MOTOR"},
    {10, "TD_SEEK"},
    {11, "TD_FORMAT"},
    {12, "TD_REMOVE"},
    {13, "TD_CHANGENUM"},
    {14, "TD_CHANGESTATE"},
    {15, "TD_PROTSTATUS"},
    {16, "TD_RAWREAD"},
    {17, "TD_RAWWRITE"},
    {18, "TD_GETDRIVETYPE"},
    {19, "TD_GETNUMTRACKS"},
    {20, "TD_ADDCHANGEINT"},
    {21, "TD_REMCHANGEINT"},
    {22, "TD_GETGEOMETRY"},
    {23, "TD_EJECT"},
    {24, "TD_READ64"},
    {25, "TD_WRITE64"},
    {26, "TD_SEEK64"},
    {27, "TD_FORMAT64"},
    {28, "HD_SCSICMD"},
    {0x4000, "NSCMD_DEVICEQUERY"},
    {0xc000, "NSCMD_TD_READ64"},
    {0xc001, "NSCMD_TD_WRITE64"},
    {0xc002, "NSCMD_TD_SEEK64"},
    {0xc003, "NSCMD_TD_FORMAT64"},
});

constexpr std::array errors = std::to_array<Name>({
    {-1, "the device could not be opened"},
    {-2, "it was aborted"},
    {-3, "the device does not know the command"},
    {-4, "bad length"},
    {-5, "bad address"},
    {-6, "the unit is busy"},
    {20, "not specified"},
    {21, "no sector header"},
    {24, "bad header checksum"},
    {25, "bad data checksum"},
    {28, "write protected"},
    {29, "the disk was changed"},
    {30, "seek error"},
    {31, "no memory"},
    {32, "bad unit"},
    {33, "bad drive type"},
    {34, "the drive is in use"},
    {40, "the device itself was selected"},
    {41, "DMA failed"},
    {42, "bad phase"},
    {43, "parity error"},
    {44, "no answer to the selection"},
    {45, "bad status"},
});

std::string nameIn(std::span<const Name> names, int number, const char* kind) {
    const auto known =
        std::find_if(names.begin(), names.end(), [=](const Name& name) { return name.number == number; });
    return known == names.end() ? kind + std::to_string(number) : known->text;
}

} // namespace

std::string packetName(std::int32_t action) { return nameIn(actions, action, "packet "); }

std::string requestName(std::uint16_t command) { return nameIn(commands, command, "command "); }

std::string requestErrorText(std::int8_t error) {
    const std::string text = nameIn(errors, error, "");
    const std::string number = "io_Error " + std::to_string(error);
    return text == std::to_string(error) ? number : number + ", " + text;
}

bool readsData(std::uint16_t command) { return command == 2 || command == 24 || command == 0xc000; }

bool writesData(std::uint16_t command) {
    return command == 3 || command == 11 || command == 25 || command == 27 || command == 0xc001 || command == 0xc003;
}

} // namespace uaescope::core
