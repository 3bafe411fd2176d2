// What the inspector says about one operation. A value; the view only lays it out.
#pragma once

#include "analyzer/models/capture_data.h"

#include <QString>

#include <array>
#include <cstdint>
#include <vector>

namespace uaescope::models {

struct OwnerRow {
    core::Owner owner = core::Owner::guest;
    QString name;
    QString meaning; // in a few words
    QString detail;  // which parts of it are of a special kind; empty for most
    std::int64_t ns = 0;
    double share = 0; // 0..1 of the operation
};

struct CallRow {
    std::uint32_t call = 0;  // index in the trace
    int nesting = 0;         // relative to the outermost call of its list
    std::int64_t offset = 0; // ns from the begin of the operation
    std::int64_t duration = 0;
    QString name; // C name; merged directory reads say how many
    QString thread;
    QString file;     // last component of the path
    QString path;     // the whole path
    QString position; // file offset, empty when it has none
    QString size;
    QString result; // bytes moved, "ok", or the failure
    QString role;
    QString note; // shared, carried by, carries, late: empty for most
};

struct Inspection {
    QString title;    // "Write 64 KiB to speed.tmp"
    QString subtitle; // test, when, how long, result
    QString summary;  // where most of the time went, in words
    std::int64_t duration = 0;
    std::array<OwnerRow, core::ownerCount> owners;
    QString callsTitle;
    std::vector<CallRow> calls;    // done for this operation in its own time
    std::vector<CallRow> overhead; // on the emulator's own files, in its time
    std::vector<CallRow> later;    // moved this operation's bytes after it had ended
    std::vector<CallRow> ofOthers; // late calls of other operations that fell into this one's time
};

Inspection inspect(const CaptureData& capture, std::uint32_t operation);

// The same for a host call that belongs to no operation: no owners, the call alone, and why.
Inspection inspectCall(const CaptureData& capture, std::uint32_t call);

// Parts that other views use as well.
QString operationTitle(const CaptureData& capture, const core::Operation& operation);
QString operationResultText(const core::Operation& operation);
QString operationSizeText(const core::Operation& operation); // empty for operations without a size
CallRow callRow(const CaptureData& capture, std::uint32_t call, std::int64_t from);
QString ownerMeaning(core::Owner owner);

} // namespace uaescope::models
