#include "analyzer/cli/run_flags.h"

#include "analyzer/lab/error.h"
#include "analyzer/lab/installation.h"
#include "analyzer/lab/suites.h"

#include <iostream>

namespace uaescope::cli {
namespace {

lab::KeyValue keyValue(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        throw lab::UsageError("--set " + text + ": expected KEY=VALUE, for instance --set jit_compiler=1");
    return {text.substr(0, equals), text.substr(equals + 1)};
}

} // namespace

std::vector<lab::KeyValue> keyValues(const std::vector<std::string>& texts) {
    std::vector<lab::KeyValue> all;
    for (const std::string& text : texts) all.push_back(keyValue(text));
    return all;
}

void addRunFlags(CLI::App& verb, RunFlags& flags) {
    verb.add_option("--suite", flags.suite, "Workload; 'list' prints them")->capture_default_str();
    verb.add_option("--repeat", flags.repeats, "Runs of each setup")->capture_default_str()->check(CLI::Range(1, 1000));
    verb.add_option("--emulator", flags.emulator, "FS-UAE or Amiberry, by name or path")->capture_default_str();
    verb.add_option("--model", flags.model, "Amiga model, for instance A1200 (default A4000/040)");
    verb.add_option("--set", flags.settings, "KEY=VALUE for the emulator's configuration; may be repeated")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    verb.add_option("--out", flags.out, "Folder for captures, numbered on (default: new, in your data folder)");
    verb.add_flag("--in-place", flags.inPlace, "Let the guest write to existing folders and images");
    verb.add_flag("--allow-device", flags.allowDevice, "Let the guest write to block devices (never copied)");
    verb.add_flag("--classic", flags.classic, "The original benchmark's minimum times and pauses");
    verb.add_flag("--trace", flags.trace, "Record each packet and device request of the volume as well");
    verb.add_option("--marks", flags.marks, "files: for FS-UAE without uaenative.library; less exact")
        ->capture_default_str()
        ->check(CLI::IsMember({"plugin", "files"}));
    verb.add_flag("--json", flags.json, "Print one JSON object");
}

std::vector<lab::Setup> setupsOf(const std::vector<std::string>& texts, lab::Devices devices) {
    std::vector<lab::Setup> setups = lab::parseSetups(texts, devices);
    for (const lab::Setup& setup : setups)
        if (setup.isDevice())
            std::cerr << "uaescope: " << setup.source.string()
                      << " is used in place: nothing is copied, and the guest may write to it\n";
    return setups;
}

std::vector<lab::Setup> setupsOf(const std::vector<std::string>& texts, const RunFlags& flags) {
    return setupsOf(texts, flags.allowDevice ? lab::Devices::allowed : lab::Devices::refused);
}

bool listedSuites(const RunFlags& flags) {
    if (flags.suite != "list") return false;
    for (const lab::SuiteInfo& suite : lab::knownSuites()) std::cout << suite.name << "  " << suite.description << "\n";
    return true;
}

lab::RunOptions runOptions(const RunFlags& flags) {
    lab::requireSuite(flags.suite);
    if (flags.trace && flags.marks == "files")
        throw lab::UsageError("--trace needs uaenative.library in the guest, which --marks files does without");
    lab::RunOptions options;
    options.settings = keyValues(flags.settings);
    options.suite = flags.suite;
    options.form = flags.classic ? lab::Form::classic : lab::Form::fixed;
    options.emulator = lab::emulatorProgram(flags.emulator);
    options.model = flags.model;
    options.use = flags.inPlace ? lab::StorageUse::inPlace : lab::StorageUse::copy;
    options.tracing = flags.trace ? lab::Tracing::on : lab::Tracing::off;
    options.marks = flags.marks == "files" ? lab::Marks::files : lab::Marks::plugin;
    lab::pluginFile();
    lab::guestToolFile();
    return options;
}

} // namespace uaescope::cli
