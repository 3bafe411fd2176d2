// Changes good images at random, and lets every reader, the check, the repair and the writers loose on them. What they
// may do is throw an Error, and find faults; everything else (another exception, a crash, a volume that a repair or a
// write made worse) is a failure. Each round depends on its number alone, so a failure can be repeated.
//
//   hardfiles_mutations FIRST COUNT
#include "hardfiles/bytes.h"
#include "tests/hardfiles/seed_images.h"
#include "tests/hardfiles/trials.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <random>

namespace uaescope::hardfiles::testing {
namespace {

using Random = std::mt19937_64;

std::uint32_t below(Random& random, std::uint64_t end) { return static_cast<std::uint32_t>(random() % end); }

// Of a sector that holds something, so that the change hits.
std::size_t usedSector(const Bytes& image, Random& random) {
    for (int tries = 0; tries < 200; ++tries) {
        const std::size_t at = below(random, image.size() / 512) * std::size_t{512};
        if (std::any_of(image.begin() + static_cast<std::ptrdiff_t>(at),
                        image.begin() + static_cast<std::ptrdiff_t>(at + 512), [](std::uint8_t b) { return b != 0; }))
            return at;
    }
    return 0;
}

// Numbers that code is likely to trip over, and numbers of blocks.
std::uint32_t interesting(const Bytes& image, Random& random) {
    constexpr std::uint32_t edges[] = {0,   1,   2,          3,          0x7f,       0x80,      0xff,
                                       511, 512, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};
    switch (below(random, 4)) {
    case 0: return edges[below(random, std::size(edges))];
    case 1: return static_cast<std::uint32_t>(random());
    default: return below(random, image.size() / 512 + 2);
    }
}

Bytes mutated(const Bytes& good, Random& random) {
    Bytes image = good;
    for (std::uint32_t left = 1 + below(random, 6); left != 0; --left) {
        const std::size_t at = usedSector(image, random);
        const MutableBytes block = MutableBytes(image).subspan(at, 512);
        if (below(random, 4) == 0)
            block[below(random, 512)] ^= static_cast<std::uint8_t>(1u << below(random, 8));
        else
            putLong(block, 4 * std::size_t{below(random, 128)}, interesting(image, random));
        if (below(random, 4) != 0) sealAgain(block);
    }
    if (below(random, 20) == 0) image.resize(below(random, image.size() + 1));
    return image;
}

int runRounds(std::uint64_t first, std::uint64_t count) {
    const std::vector<Bytes> images = seedImages();
    for (const Bytes& image : images) tryImage(image);
    for (std::uint64_t round = first; round < first + count; ++round) {
        Random random(round);
        const Bytes image = mutated(images[round % images.size()], random);
        try {
            tryImage(image);
        } catch (const std::exception& error) {
            std::printf("round %llu: %s\n", static_cast<unsigned long long>(round), error.what());
            return 1;
        }
    }
    std::printf("%llu rounds\n", static_cast<unsigned long long>(count));
    return 0;
}

} // namespace
} // namespace uaescope::hardfiles::testing

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fputs("usage: hardfiles_mutations FIRST COUNT\n", stderr);
        return 2;
    }
    return uaescope::hardfiles::testing::runRounds(std::strtoull(argv[1], nullptr, 10),
                                                   std::strtoull(argv[2], nullptr, 10));
}
