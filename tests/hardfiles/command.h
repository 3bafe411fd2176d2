// The uaehdf program as people and scripts use it.
#pragma once

#include "hardfiles/create.h"
#include "tests/hardfiles/program.h"
#include "tests/hardfiles/temporary_folder.h"
#include "tests/hardfiles/volume_builder.h"

#include <gtest/gtest.h>

namespace uaescope::hardfiles {

using testing::contents;
using testing::Ended;
using testing::pattern;
using testing::run;
using testing::TemporaryFolder;
using testing::VolumeBuilder;

struct Command : ::testing::Test {
    TemporaryFolder folder;
    std::string file = folder / "a.hdf";

    static Ended uaehdf(std::vector<std::string> words) {
        words.insert(words.begin(), UAEHDF);
        return run(words);
    }
    // An image with dir/data and a name with an accent.
    void makeVolume() const {
        CreateOptions options;
        options.size = 1 << 20;
        createHardfile(file, options);
        FileImage image(file, FileImage::Access::readWrite);
        VolumeBuilder builder(PartitionWindow(BlockDevice(image), {0, 2048}, 512),
                              {dosType(3), "Work", 2, {17000, 60, 0}});
        const std::uint32_t directory = builder.addDirectory(builder.root(), "dir");
        builder.addFile(directory, "data", pattern(3000));
        builder.addFile(builder.root(),
                        "\xdc"
                        "ber",
                        pattern(5));
    }
};

} // namespace uaescope::hardfiles
