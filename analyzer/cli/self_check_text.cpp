#include "analyzer/cli/self_check_text.h"

#include "analyzer/cli/figures.h"
#include "analyzer/cli/text_table.h"

#include <algorithm>
#include <filesystem>
#include <map>

namespace uaescope::cli {
namespace {

struct Both {
    core::Traffic counted, recorded;
};

void add(core::Traffic& sum, const core::Traffic& more) {
    sum.calls += more.calls;
    sum.bytes += more.bytes;
}

// Summed up under what name gives for each key.
template <typename Name>
std::map<std::string, Both> sums(const lab::SelfCheck& check, Name name) {
    std::map<std::string, Both> all;
    for (const auto& [key, traffic] : check.counted) add(all[name(key)].counted, traffic);
    for (const auto& [key, traffic] : check.recorded) add(all[name(key)].recorded, traffic);
    return all;
}

// Files under test without the long way to the folder of their session, which is gone anyway.
std::string shownPath(const lab::SelfCheck& check, const std::string& path) {
    const std::string folder = std::filesystem::path(check.storage).parent_path().string() + "/";
    return path.compare(0, folder.size(), folder) == 0 ? path.substr(folder.size()) : path;
}

std::string tableOf(const std::map<std::string, Both>& rows, const std::string& head, std::size_t shown) {
    std::vector<std::pair<std::string, Both>> sorted(rows.begin(), rows.end());
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.second.counted.calls > b.second.counted.calls; });
    TextTable table({Align::right, Align::right, Align::right, Align::right, Align::left});
    table.addRow({"counted", "recorded", "bytes counted", "recorded", head});
    table.addRule();
    for (std::size_t i = 0; i < std::min(shown, sorted.size()); ++i) {
        const auto& [name, both] = sorted[i];
        table.addRow({countText(both.counted.calls), countText(both.recorded.calls), countText(both.counted.bytes),
                      countText(both.recorded.bytes), name});
    }
    std::string text = table.text();
    if (sorted.size() > shown) text += "  and " + countText(sorted.size() - shown) + " more (--json lists all)\n";
    return text;
}

std::string verdict(const lab::SelfCheck& check, const Look& look) {
    if (check.counted.empty())
        return painted("the kernel saw no call on the storage; nothing is proved", Colour::red, look.paint);
    if (check.isGood()) return painted("the hooks recorded every one", Colour::green, look.paint);
    return painted(countText(check.differences.size()) + " differences", Colour::red, look.paint);
}

std::string differencesOf(const lab::SelfCheck& check) {
    std::string text;
    for (const core::TrafficDifference& one : check.differences)
        text += "  - " + one.key.call + " on " + shownPath(check, one.key.path) + ": counted " +
                countText(one.counted.calls) + " (" + countText(one.counted.bytes) + " bytes), recorded " +
                countText(one.recorded.calls) + " (" + countText(one.recorded.bytes) + " bytes)\n";
    if (!text.empty() && check.dropped > 0)
        text += "  " + countText(check.dropped) + " records were dropped because the machine was too busy; run again\n";
    return text;
}

} // namespace

std::string selfCheckText(const lab::SelfCheck& check, const Look& look) {
    constexpr std::size_t everyKind = 100;
    constexpr std::size_t busiestFiles = 8;
    const auto byCall = sums(check, [](const core::TrafficKey& key) { return key.call; });
    const auto byFile = sums(check, [&](const core::TrafficKey& key) { return shownPath(check, key.path); });
    std::uint64_t calls = 0;
    for (const auto& [call, both] : byCall) calls += both.counted.calls;
    std::string text = painted(check.setup, Colour::bold, look.paint) + ": the kernel counted " + countText(calls) +
                       " system calls on " + countText(byFile.size()) + (byFile.size() == 1 ? " file" : " files") +
                       "; " + verdict(check, look) + "\n\n" + tableOf(byCall, "call", everyKind);
    text += "\n" + tableOf(byFile, "file", busiestFiles);
    const std::string found = differencesOf(check);
    if (!found.empty()) text += "\nWhat differs\n" + found;
    if (!check.retried.empty()) text += "\nTried twice: " + check.retried + "\n";
    return text;
}

} // namespace uaescope::cli
