#include "hardfiles/finding_output.h"

#include "hardfiles/latin1.h"

namespace uaescope::hardfiles {

std::string findingText(const Finding& finding) {
    const std::string place = finding.partition.empty() ? "" : utf8FromLatin1(finding.partition) + ": ";
    const std::string file = finding.file.empty() ? "" : "'" + utf8FromLatin1(finding.file) + "': ";
    return printable(std::string(severityName(finding.severity)) + ": " + place + "block " +
                     std::to_string(finding.block) + ": " + file + finding.message) +
           "\n";
}

void writeFindings(JsonWriter& json, const Findings& findings) {
    json.beginArray();
    for (const Finding& finding : findings) {
        json.beginObject();
        json.member("severity", severityName(finding.severity));
        json.member("code", finding.code);
        json.member("partition", utf8FromLatin1(finding.partition));
        json.member("block", finding.block);
        if (!finding.file.empty()) json.member("file", utf8FromLatin1(finding.file));
        json.member("message", finding.message);
        json.endObject();
    }
    json.endArray();
}

} // namespace uaescope::hardfiles
