// Printed results and captures from files, and as data for programs.
#pragma once

#include "analyzer/core/import.h"

#include <QJsonObject>
#include <filesystem>
#include <string>
#include <vector>

namespace uaescope::lab {

// Throws UsageError for a file that is no readable text or capture, EnvironmentError when it cannot be read.
core::ImportedText importFile(const std::filesystem::path& file);

// Lines of a file that no reader knew.
struct UnreadOfFile {
    std::string file;
    core::UnreadLines lines;
};

QJsonObject importDocument(const std::vector<core::ImportedResult>& results,
                           const std::vector<UnreadOfFile>& unread); // uaescope.import/1

// One line a figure, with a header line; as RFC 4180 has it.
std::string importCsv(const std::vector<core::ImportedResult>& results);

} // namespace uaescope::lab
