// The plugin as a file: what it shows and what it needs.
#include <gtest/gtest.h>

#include <cstdio>
#include <memory>
#include <set>
#include <sstream>
#include <string>

namespace {

std::set<std::string> lastWords(const std::string& command) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    std::set<std::string> words;
    char line[1024];
    while (pipe != nullptr && std::fgets(line, sizeof line, pipe.get()) != nullptr) {
        std::istringstream parts(line);
        std::string word;
        std::string last;
        while (parts >> word) last = word;
        words.insert(last);
    }
    return words;
}

} // namespace

TEST(Module, ShowsItsEntryPointsAlone) {
    EXPECT_EQ(lastWords("nm -D --defined-only " TEST_MODULE),
              (std::set<std::string>{"uni_init", "uni_version", "uni_resolve", "uni_uae_version", "us_hello", "us_mark",
                                     "us_text", "us_job", "us_wait", "us_end", "us_forget", "us_trace", "us_packet",
                                     "us_request"}));
}

TEST(Module, NeedsOnlyTheCLibraryAndZlib) {
    // The loader belongs to the C library; libdl is part of it since glibc 2.34.
    const std::set<std::string> allowed = {"[libc.so.6]", "[libdl.so.2]", "[libz.so.1]", "[ld-linux-x86-64.so.2]"};
    const std::set<std::string> needed = lastWords("readelf -d " TEST_MODULE " | grep NEEDED");
    EXPECT_EQ(needed.count("[libc.so.6]"), 1u);
    for (const std::string& library : needed) EXPECT_EQ(allowed.count(library), 1u) << library;
}

TEST(Module, IsNeverUnloaded) {
    EXPECT_EQ(lastWords("readelf -d " TEST_MODULE " | grep FLAGS_1 | grep -o NODELETE"),
              (std::set<std::string>{"NODELETE"}));
}
