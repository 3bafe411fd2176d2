#include "analyzer/lab/doctor.h"
#include "analyzer/cli/command.h"
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
    bool json = false;
    SelfCheckFlags selfCheck;
};

void print(const std::vector<lab::Finding>& findings, const Look& look) {
    std::size_t widest = 0;
    for (const lab::Finding& finding : findings) widest = std::max(widest, finding.what.size());
    for (const lab::Finding& finding : findings) {
        const bool good = finding.health == lab::Health::good;
        std::cout << painted(good ? "ok   " : "gap  ", good ? Colour::green : Colour::red, look.paint)
                  << padded(finding.what, widest, Align::left) << "  " << finding.found << "\n";
        if (!good) std::cout << "     " << std::string(widest, ' ') << "  do: " << finding.advice << "\n";
    }
}

int examine(const DoctorFlags& flags) {
    lab::DoctorOptions options;
    options.emulator = flags.emulator;
    options.out = flags.out.empty() ? lab::dataFolder() / "runs" : std::filesystem::path(flags.out);
    const std::vector<lab::Finding> findings = lab::examine(options);
    const bool gaps = std::any_of(findings.begin(), findings.end(),
                                  [](const lab::Finding& finding) { return finding.health == lab::Health::gap; });
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
    verb->add_flag("--json", flags->json, "Print one JSON object");
    CLI::Option* check = verb->add_flag("--self-check", flags->selfCheck.wanted,
                                        "Run with the kernel counting as well; is anything missed?");
    verb->add_option("SETUP", flags->selfCheck.setups, "With --self-check: on which storage (default dir hdf rdb)")
        ->needs(check);
    verb->add_flag("--allow-device", flags->selfCheck.allowDevice, "Let the guest write to block devices")
        ->needs(check);
    verb->callback([flags, &chosen] {
        chosen = [flags](const std::stop_token& stop) {
            if (!flags->selfCheck.wanted) return examine(*flags);
            flags->selfCheck.emulator = flags->emulator;
            flags->selfCheck.out = flags->out;
            flags->selfCheck.json = flags->json;
            return selfCheck(flags->selfCheck, stop);
        };
    });
}

} // namespace uaescope::cli
