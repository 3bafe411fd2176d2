#include "analyzer/lab/image_options.h"

namespace uaescope::lab {

hardfiles::CreateOptions imageOptions(const Setup& setup) {
    hardfiles::PartitionOptions partition;
    partition.name = testDeviceName;
    partition.dosType = hardfiles::DosType(setup.dosType);
    partition.blockSize = setup.blockBytes;
    partition.buffers = setup.buffers;
    if (!setup.handler.empty()) partition.state = hardfiles::PartitionState::raw;
    hardfiles::CreateOptions options;
    options.kind = setup.kind == StorageKind::rdb ? hardfiles::HardfileKind::rdb : hardfiles::HardfileKind::partition;
    options.size = setup.bytes;
    options.partitions = {partition};
    return options;
}

} // namespace uaescope::lab
