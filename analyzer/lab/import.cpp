#include "analyzer/lab/import.h"

#include "analyzer/core/analysis.h"
#include "analyzer/core/trace.h"
#include "analyzer/lab/error.h"
#include "analyzer/lab/names.h"

#include <QJsonArray>
#include <QString>
#include <fstream>
#include <iomanip>
#include <sstream>

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

constexpr std::size_t mostBytes = 1u << 20; // of a text; no console log of a benchmark is longer

// Texts of the Amiga are Latin-1, those that were mailed often UTF-8.
QString shown(const std::string& text) {
    const QString utf8 = QString::fromStdString(text);
    return utf8.contains(QChar::ReplacementCharacter) ? QString::fromLatin1(text.data(), qsizetype(text.size())) : utf8;
}

std::string contentsOf(const fs::path& file) {
    if (fs::is_directory(file)) throw UsageError(file.string() + ": is a folder; name the files in it");
    if (!fs::exists(file)) throw UsageError(file.string() + ": there is no such file");
    std::ifstream stream(file, std::ios::binary);
    std::string text(mostBytes + 1, 0);
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (stream.bad() || !stream.is_open()) throw EnvironmentError(file.string() + ": cannot be read");
    text.resize(static_cast<std::size_t>(stream.gcount()));
    if (text.size() > mostBytes)
        throw UsageError(file.string() + ": is too long for a printed result (over 1 MB); cut the results out of it");
    return text;
}

core::ImportedText textIn(const fs::path& file) {
    if (file.extension() == ".uascope")
        return {{core::importReport(core::makeReport(core::analyze(core::loadTrace(file.string()))))}, {}};
    const std::string text = contentsOf(file);
    if (text.find('\0') != std::string::npos)
        throw core::ImportError("it is no text; captures are told by their names, which end in .uascope");
    return core::importText(text);
}

QJsonValue valueOf(const core::ImportedFigure& figure) {
    return figure.state == core::FigureState::measured ? QJsonValue(figure.value) : QJsonValue();
}

QJsonObject jsonOf(const core::ImportedFigure& figure) {
    return {{"test", shown(figure.test)},
            {"unit", shown(figure.unit)},
            {"rate", valueOf(figure)},
            {"state", stateName(figure.state)},
            {"note", shown(figure.note)},
            {"cpu_available", figure.cpuAvailable ? QJsonValue(*figure.cpuAvailable) : QJsonValue()}};
}

QJsonObject jsonOf(const core::ImportedResult& result) {
    QJsonArray figures;
    QJsonObject facts;
    for (const core::ImportedFigure& figure : result.figures) figures.append(jsonOf(figure));
    for (const auto& [key, value] : result.facts) {
        const QString before = facts[shown(key)].toString();
        facts.insert(shown(key), before.isEmpty() ? shown(value) : before + "; " + shown(value));
    }
    return {{"file", shown(result.file)},
            {"benchmark", shown(result.benchmark)},
            {"suite", result.suite.empty() ? QJsonValue() : QJsonValue(shown(result.suite))},
            {"facts", facts},
            {"tests", figures}};
}

std::string cell(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + "\"";
}

} // namespace

core::ImportedText importFile(const fs::path& file) {
    try {
        core::ImportedText text = textIn(file);
        for (core::ImportedResult& result : text.results) result.file = file.string();
        return text;
    } catch (const core::ImportError& error) {
        throw UsageError(file.string() + ": " + error.what());
    }
}

QJsonObject importDocument(const std::vector<core::ImportedResult>& results, const std::vector<UnreadOfFile>& unread) {
    QJsonArray all, files;
    for (const core::ImportedResult& result : results) all.append(jsonOf(result));
    for (const auto& [file, lines] : unread) {
        QJsonArray first;
        for (const std::string& line : lines.first) first.append(shown(line));
        files.append(QJsonObject{{"file", shown(file)}, {"lines", qint64(lines.count)}, {"first", first}});
    }
    return {{"schema", "uaescope.import/1"}, {"results", all}, {"unread", files}};
}

std::string importCsv(const std::vector<core::ImportedResult>& results) {
    std::ostringstream text;
    text << "file,result,benchmark,suite,test,unit,rate,state,cpu_available\r\n";
    std::size_t number = 0;
    for (const core::ImportedResult& result : results) {
        ++number;
        for (const core::ImportedFigure& figure : result.figures) {
            text << cell(result.file) << "," << number << "," << cell(result.benchmark) << "," << result.suite << ","
                 << cell(figure.test) << "," << figure.unit << ",";
            if (figure.state == core::FigureState::measured)
                text << std::fixed << std::setprecision(0) << figure.value << std::defaultfloat;
            text << "," << stateName(figure.state) << ",";
            if (figure.cpuAvailable) text << *figure.cpuAvailable;
            text << "\r\n";
        }
    }
    return text.str();
}

} // namespace uaescope::lab
