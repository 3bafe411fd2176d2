// Lets every reader, the check, the repair and the writers loose on an image. What they may do is throw an Error, and
// find faults; everything else (another exception, a crash, a volume that a repair or a write made worse) is a failure,
// which the trials throw as a std::logic_error.
#pragma once

#include "hardfiles/bytes.h"

namespace uaescope::hardfiles::testing {

// An image of a disk in any container.
void tryImage(const Bytes& bytes);
// A disk with an RDB.
void tryRdb(const Bytes& bytes);
// A volume in blocks of 512 bytes.
void tryVolume(const Bytes& bytes);
// A volume of any kind that is only read: its directories, its files, its use of every block.
void tryToRead(const Bytes& bytes);
// What is read besides images: handlers, undo files, backups of an RDB.
void tryHandler(const Bytes& bytes);
void trySideFiles(const Bytes& bytes);

// Makes the checksum of a block right if it seems to be one of an RDB or a volume, so that damage gets past it.
void sealAgain(MutableBytes block);

} // namespace uaescope::hardfiles::testing
