#include "analyzer/core/environment.h"

#include <gtest/gtest.h>

namespace uaescope::core::test {
namespace {

using Facts = std::map<std::string, std::string>;

Facts hardfile() {
    return {{"emulator.version", "FS-UAE 3.1.66"},
            {"model", "A4000/040"},
            {"setting.jit_compiler", "1"},
            {"guest.cpu", "68040"},
            {"guest.fpu", "built in"},
            {"guest.chips", "AGA"},
            {"guest.exec", "51.18"},
            {"guest.dos", "50.75"},
            {"guest.chip_kb", "2048"},
            {"guest.fast_kb", "8192"},
            {"guest.volume", "DH1:"},
            {"guest.device", "uaehf.device"},
            {"guest.unit", "1"},
            {"guest.dostype", "444f5303"},
            {"guest.filesystem", "40.1"},
            {"guest.buffers", "30"},
            {"guest.blocks", "131070"},
            {"guest.block_bytes", "512"},
            {"guest.envec", "19,128,0,1,1,32,2,0,0,0,4095,30,1,130560,2147483646,0,1146049283"}};
}

TEST(Environment, SaysWhatOldTablesHadInTheirHeaders) {
    EXPECT_EQ(environmentText(environmentOf(hardfile())),
              (std::vector<std::string>{
                  "FS-UAE 3.1.66, A4000/040, jit_compiler=1",
                  "68040, FPU built in, AGA, exec 51.18, dos 50.75, 2048 KB chip, 8192 KB fast",
                  "DH1:, DOS\\3, filesystem 40.1, buffers 30, 131070 blocks, 512 bytes each, uaehf.device 1, "
                  "MaxTransfer 0x0001fe00, Mask 0x7ffffffe, BufMemType 1"}));
}

TEST(Environment, AHandlerOfTheUsersIsNamed) {
    const auto start = [](const Facts& facts) {
        const std::string text = environmentText(environmentOf(facts)).back();
        return text.substr(0, text.find(", buffers"));
    };
    Facts facts = hardfile();
    facts["handler"] = "pfs3aio";
    facts["guest.dostype"] = "50465303";
    facts["guest.filesystem"] = "19.2";
    EXPECT_EQ(start(facts), "DH1:, PFS\\3, filesystem 19.2 (pfs3aio)");
    facts["guest.filesystem"] = "";
    EXPECT_EQ(start(facts), "DH1:, PFS\\3, filesystem of unknown version (pfs3aio)");
}

TEST(Environment, HostDirectoryHasNoTransfers) {
    Facts facts = hardfile();
    facts["guest.device"] = "";
    facts["guest.filesystem"] = "";
    facts["guest.buffers"] = "unknown";
    EXPECT_EQ(environmentText(environmentOf(facts)).back(), "DH1:, DOS\\3, 131070 blocks, 512 bytes each");
}

TEST(Environment, WhatIsNotKnownIsLeftOut) {
    Facts facts = hardfile();
    for (const char* key : {"guest.device", "guest.unit", "guest.dostype", "guest.filesystem", "guest.envec"})
        facts[key] = "";
    EXPECT_EQ(environmentText(environmentOf(facts)).back(), "DH1:, buffers 30, 131070 blocks, 512 bytes each");
    EXPECT_TRUE(environmentText(environmentOf({})).empty());
    EXPECT_EQ(environmentText(environmentOf({{"guest.cpu", "68000"}, {"guest.fast_kb", "lots"}})),
              std::vector<std::string>{"68000"});
}

TEST(Environment, ShortOrBrokenEnvironmentVectorTellsNothingWrong) {
    for (const char* envec : {"", "11,128,0,1", "19,128,0,1,1,32,2,0,0,0,4095,30,x,y,z", ",,,"}) {
        Facts facts = hardfile();
        facts["guest.envec"] = envec;
        const Environment environment = environmentOf(facts);
        EXPECT_FALSE(environment.maxTransfer) << envec;
        EXPECT_FALSE(environment.mask) << envec;
    }
}

} // namespace
} // namespace uaescope::core::test
