#include "analyzer/lab/doctor.h"
#include "analyzer/cli/command.h"
#include "analyzer/cli/run_flags.h"
#include "analyzer/cli/self_check.h"
#include "analyzer/cli/terminal.h"
#include "analyzer/cli/text_table.h"
#include "analyzer/lab/installation.h"
#include "analyzer/lab/json.h"

#include <algorithm>
#include <iostream>
#include <memory>

namespace uaescope::cli {
namespace {

struct DoctorFlags {
    std::string emulator = "fs-uae";
    std::string out;
    std::vector<std::string> settings; // KEY=VALUE
    bool json = false;
    SelfCheckFlags selfCheck;
};

std::string sign(lab::Health health, const Look& look) {
    switch (health) {
    case lab::Health::good: return painted("ok   ", Colour::green, look.paint);
    case lab::Health::note: return "-    ";
    case lab::Health::gap: return painted("gap  ", Colour::red, look.paint);
    }
    return "";
}

void print(const std::vector<lab::Finding>& findings, const Look& look) {
    std::size_t widest = 0;
    for (const lab::Finding& finding : findings) widest = std::max(widest, finding.what.size());
    for (const lab::Finding& finding : findings) {
        std::cout << sign(finding.health, look) << padded(finding.what, widest, Align::left) << "  " << finding.found
                  << "\n";
        if (!finding.advice.empty())
            std::cout << "     " << std::string(widest, ' ') << "  do: " << finding.advice << "\n";
    }
}

int examine(const DoctorFlags& flags, const std::stop_token& stop) {
    lab::DoctorOptions options;
    options.emulator = flags.emulator;
    options.out = flags.out.empty() ? lab::dataFolder() / "runs" : std::filesystem::path(flags.out);
    options.settings = keyValues(flags.settings);
    const std::vector<lab::Finding> findings = lab::examine(options, stop);
    const bool gaps = lab::hasGap(findings);
    if (flags.json) {
        std::cout << lab::jsonText(lab::doctorDocument(findings));
    } else {
        print(findings, lookOfOutput());
        std::cout << (gaps ? "\nSomething is missing; see 'do:' above.\n" : "\nReady: 'uaescope compare'.\n");
    }
    return gaps ? environmentLacks : done;
}

} // namespace

void addDoctor(CLI::App& app, Action& chosen) {
    CLI::App* verb = app.add_subcommand("doctor", "What is here, what is missing, and what to do about it");
    const auto flags = std::make_shared<DoctorFlags>();
    verb->add_option("--emulator", flags->emulator, "FS-UAE or Amiberry, by name or path")->capture_default_str();
    verb->add_option("--out", flags->out, "Folder for captures");
    verb->add_option("--set", flags->settings, "KEY=VALUE of the emulator's configuration, for the trial");
    verb->add_flag("--json", flags->json, "Print one JSON object");
    CLI::Option* check = verb->add_flag("--self-check", flags->selfCheck.wanted,
                                        "Run with the kernel counting as well; is anything missed?");
    verb->add_option("SETUP", flags->selfCheck.setups, "With --self-check: on which storage (default dir hdf rdb)")
        ->needs(check);
    verb->add_flag("--allow-device", flags->selfCheck.allowDevice, "Let the guest write to block devices")
        ->needs(check);
    verb->callback([flags, &chosen] {
        chosen = [flags](const std::stop_token& stop) {
            if (!flags->selfCheck.wanted) return examine(*flags, stop);
            flags->selfCheck.emulator = flags->emulator;
            flags->selfCheck.out = flags->out;
            flags->selfCheck.json = flags->json;
            return selfCheck(flags->selfCheck, stop);
        };
    });
}

} // namespace uaescope::cli
