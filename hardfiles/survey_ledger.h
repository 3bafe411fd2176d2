// What a survey keeps while it walks a volume of any file system: who has which block, and what is wrong.
#pragma once

#include "hardfiles/block_set.h"
#include "hardfiles/finding_log.h"
#include "hardfiles/survey.h"
#include "hardfiles/survey_progress.h"

#include <cstdint>
#include <string>

namespace uaescope::hardfiles {

class SurveyLedger {
protected:
    explicit SurveyLedger(const Volume& volume);

    // Something wrong with a block, and perhaps with a file.
    struct Fault {
        Severity severity;
        const char* code;
        std::uint64_t block;
        std::uint32_t file;
    };
    void report(const Fault& fault, std::string message);

    // Gives the block to the first that claims it; a second one is reported. The block is inside the volume.
    void claim(std::uint32_t block, const BlockUse& use);
    // The same for blocks in a row, up to the first that is claimed already: one finding says it for all of them.
    void claimRun(std::uint32_t first, std::uint32_t count, const BlockUse& use);

    // Compares what a bitmap says about a row of up to 32 blocks with the claims; the lowest bit is the first block.
    // The rows come in the order of the blocks, and finishComparison() after the last.
    void compareRow(std::uint64_t first, unsigned count, std::uint32_t used);
    void finishComparison();

    const VolumeInfo& m_info;
    VolumeMapBuilder m_builder;
    FindingLog m_log;
    BlockSet m_claimed; // by anything

private:
    std::string m_partition;
    BlockRun m_difference; // of bitmap and claims, not yet reported

    void tell(std::uint64_t blocks);

    const SurveyProgress::Show* m_show = SurveyProgress::current();
    std::uint64_t m_met = 0, m_told = 0, m_used = 0; // blocks
};

} // namespace uaescope::hardfiles
