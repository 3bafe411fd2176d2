#include "storm.h"

#include <ctime>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

StormProgress* mapProgress(const std::string& file) {
    const int descriptor = open(file.c_str(), O_RDWR);
    if (descriptor < 0) return nullptr;
    void* mapped = mmap(nullptr, sizeof(StormProgress), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    close(descriptor);
    return mapped == MAP_FAILED ? nullptr : static_cast<StormProgress*>(mapped);
}

std::int64_t monotonicNow() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * std::int64_t{1'000'000'000} + now.tv_nsec;
}
