// Copies a cached file in pieces of 512 bytes, as dd does, and prints how many seconds the best of some copies took:
// copy_program FROM TO COPIES [PLUGIN]. With PLUGIN it loads the plugin first, as an emulator does.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

namespace {

double copyOnce(const char* from, const char* to) {
    std::array<char, 512> piece{};
    const int source = open(from, O_RDONLY);
    const int target = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const auto begin = std::chrono::steady_clock::now();
    while (read(source, piece.data(), piece.size()) > 0)
        if (write(target, piece.data(), piece.size()) < 0) std::abort();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    close(source);
    close(target);
    return taken.count();
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 4) return 2;
    if (argc > 4) {
        void* plugin = dlopen(argv[4], RTLD_NOW);
        if (plugin == nullptr) return 1;
        reinterpret_cast<int (*)()>(dlsym(plugin, "uni_init"))();
    }
    double best = 1e9;
    for (int i = std::atoi(argv[3]); i > 0; --i) best = std::min(best, copyOnce(argv[1], argv[2]));
    std::printf("%.9f\n", best);
    std::fflush(stdout);
    _exit(0);
}
