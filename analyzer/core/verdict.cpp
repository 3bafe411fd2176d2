#include "analyzer/core/verdict.h"

#include "analyzer/core/text.h"

#include <algorithm>
#include <map>
#include <set>

namespace uaescope::core {
namespace {

struct Score {
    std::string setup;
    std::vector<double> runs;
    double mean = 0;
};

using Rates = std::map<std::string, double>; // test name -> rate

Rates ratesOf(const Report& run, Work work) {
    Rates rates;
    for (const TestReport& test : run.tests)
        if (test.work == work && test.state == FigureState::measured) rates.emplace(test.name, test.rate);
    return rates;
}

// The tests of the kind that were measured by every setup that measured any.
std::set<std::string> commonTests(std::span<const SetupRuns> setups, Work work) {
    std::map<std::string, std::size_t> setupsWith;
    std::size_t measured = 0;
    for (const SetupRuns& setup : setups) {
        std::set<std::string> names;
        for (const Report& run : setup.runs)
            for (const auto& [name, rate] : ratesOf(run, work)) names.insert(name);
        for (const std::string& name : names) ++setupsWith[name];
        if (!names.empty()) ++measured;
    }
    std::set<std::string> common;
    for (const auto& [name, count] : setupsWith)
        if (count == measured) common.insert(name);
    return common;
}

Score scoreOf(const SetupRuns& setup, Work work, const std::set<std::string>& tests) {
    Score score{.setup = setup.name, .runs = {}, .mean = 0};
    for (const Report& run : setup.runs) {
        const Rates rates = ratesOf(run, work);
        std::vector<double> values;
        for (const std::string& test : tests)
            if (const auto rate = rates.find(test); rate != rates.end()) values.push_back(rate->second);
        if (values.size() == tests.size()) score.runs.push_back(geometricMean(values));
    }
    score.mean = geometricMean(score.runs);
    return score;
}

std::string intervalText(const Ratio& ratio) {
    return "95 % interval " + factorText(ratio.interval->low) + " to " + factorText(ratio.interval->high);
}

// An interval that reaches ten times away from the ratio says nothing that a number should stand for.
bool isTooWide(const Ratio& ratio) {
    constexpr double factor = 10;
    return ratio.interval->high > factor * ratio.value || ratio.interval->low < ratio.value / factor;
}

std::string sentence(const Verdict& verdict, const Score& best, const Score& next, const std::string& alsoSlower) {
    std::string text = std::string(workName(verdict.work)) + ": ";
    const std::string factor = factorText(verdict.ratio->value);
    if (!verdict.ratio->interval)
        return text + best.setup + " was " + factor + " times as fast as " + next.setup +
               ", but one run is not enough to show a difference.";
    const bool tooWide = isTooWide(*verdict.ratio);
    if (!verdict.faster.empty() && tooWide)
        return text + verdict.faster + " is faster than " + next.setup +
               ", but the runs vary too much to tell by how "
               "much.";
    if (!verdict.faster.empty())
        return text + verdict.faster + " is " + factor + " times as fast as " + next.setup + " (" +
               intervalText(*verdict.ratio) + ").";
    if (tooWide)
        text += "the runs vary too much to tell " + best.setup + " and " + next.setup + " apart";
    else
        text += "no difference shown between " + best.setup + " and " + next.setup + " (" + factor + " times, " +
                intervalText(*verdict.ratio) + ")";
    if (!alsoSlower.empty()) text += "; " + best.setup + " is faster than " + alsoSlower;
    return text + ".";
}

std::optional<Verdict> verdictFor(std::span<const SetupRuns> setups, Work work) {
    const std::set<std::string> tests = commonTests(setups, work);
    std::vector<Score> scores;
    for (const SetupRuns& setup : setups) {
        scores.push_back(scoreOf(setup, work, tests));
        if (scores.back().runs.empty()) scores.pop_back();
    }
    if (tests.empty() || scores.size() < 2) return std::nullopt;
    std::stable_sort(scores.begin(), scores.end(), [](const Score& a, const Score& b) { return a.mean > b.mean; });

    const Score& best = scores[0];
    const Score& next = scores[1];
    Verdict verdict;
    verdict.work = work;
    verdict.slower = next.setup;
    verdict.ratio = ratioOf(best.runs, next.runs);
    if (!verdict.ratio) return std::nullopt;
    if (verdict.ratio->differs()) verdict.faster = best.setup;

    std::string alsoSlower;
    for (const Score& score : std::span(scores).subspan(2)) {
        const std::optional<Ratio> ratio = ratioOf(best.runs, score.runs);
        if (ratio && ratio->differs()) alsoSlower += (alsoSlower.empty() ? "" : " and ") + score.setup;
    }
    verdict.text = sentence(verdict, best, next, alsoSlower);
    return verdict;
}

} // namespace

std::vector<Verdict> verdictsFor(std::span<const SetupRuns> setups) {
    std::vector<Verdict> verdicts;
    if (setups.size() < 2) return verdicts;
    for (const Work work : {Work::create, Work::open, Work::load, Work::lock, Work::list, Work::remove, Work::rename,
                            Work::seek, Work::read, Work::write, Work::other})
        if (std::optional<Verdict> verdict = verdictFor(setups, work)) verdicts.push_back(std::move(*verdict));
    return verdicts;
}

} // namespace uaescope::core
