#include "hardfiles/error.h"
#include "hardfiles/finding_output.h"
#include "hardfiles/hardfile.h"
#include "hardfiles/json_writer.h"
#include "hardfiles/latin1.h"
#include "hardfiles/protection.h"
#include "hardfiles/uaehdf/commands.h"

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <memory>

namespace uaescope::hardfiles {

namespace {

struct Listed {
    std::string path; // Latin-1
    Entry entry;
};

struct LsRequest {
    std::string file, path;
    bool recursive = false, json = false;
};

const char* kindName(EntryKind kind) {
    switch (kind) {
    case EntryKind::directory: return "directory";
    case EntryKind::file: return "file";
    case EntryKind::softLink: return "soft-link";
    case EntryKind::fileLink: return "file-link";
    case EntryKind::directoryLink: return "directory-link";
    case EntryKind::rolloverFile: return "rollover-file";
    }
    return "";
}

std::vector<Listed> collect(const Volume& volume, const Entry& start, bool recursive, Findings& findings) {
    std::vector<Listed> listed;
    if (start.kind != EntryKind::directory) return {{pathPart(start.name), start}};
    if (recursive) {
        volume.walk(start.node, findings, [&](const std::string& path, const Entry& e) {
            listed.push_back({path, e});
        });
    } else {
        for (Entry& entry : volume.list(start.node, findings))
            listed.push_back({pathPart(entry.name), std::move(entry)});
    }
    const auto folded = [](const Listed& item) {
        std::string text = utf8FromLatin1(item.path);
        std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
        return text;
    };
    std::sort(listed.begin(), listed.end(), [&](const Listed& a, const Listed& b) { return folded(a) < folded(b); });
    return listed;
}

void print(const std::vector<Listed>& listed, const Findings& findings) {
    for (const auto& [path, entry] : listed) {
        std::cout << protectionText(entry.protection) << ' ' << std::setw(10);
        if (entry.kind == EntryKind::file || entry.kind == EntryKind::rolloverFile)
            std::cout << entry.size;
        else
            std::cout << (entry.kind == EntryKind::directory ? "Dir" : "Link");
        std::cout << ' ' << entry.changed.text() << ' ' << printable(utf8FromLatin1(path));
        if (!entry.linkText.empty()) std::cout << " -> " << printable(utf8FromLatin1(entry.linkText));
        if (!entry.comment.empty()) std::cout << "  ; " << printable(utf8FromLatin1(entry.comment));
        std::cout << '\n';
    }
    for (const Finding& finding : findings) std::cerr << findingText(finding);
}

void printJson(const LsRequest& request, const Place& place, const std::vector<Listed>& listed,
               const Findings& findings) {
    JsonWriter json;
    json.beginObject();
    json.member("schema", "uaescope.hdf-ls/1");
    json.member("file", request.file);
    json.member("partition", utf8FromLatin1(place.partition->name));
    json.member("volume", utf8FromLatin1(place.partition->volume->info().label));
    json.member("path", utf8FromLatin1(place.path));
    json.key("entries");
    json.beginArray();
    for (const auto& [path, entry] : listed) {
        json.beginObject();
        json.member("path", utf8FromLatin1(path));
        json.member("kind", kindName(entry.kind));
        json.member("size", entry.size);
        json.member("block", entry.block);
        json.member("protection", protectionText(entry.protection));
        json.member("changed", entry.changed.text());
        json.member("comment", utf8FromLatin1(entry.comment));
        if (entry.linkNode != 0) json.member("link_block", entry.linkNode);
        if (!entry.linkText.empty()) json.member("link", utf8FromLatin1(entry.linkText));
        json.endObject();
    }
    json.endArray();
    json.key("findings");
    writeFindings(json, findings);
    json.endObject();
    std::cout << json.text();
}

int runLs(const LsRequest& request) {
    const Hardfile hardfile = Hardfile::open(request.file);
    const Place place = hardfile.locate(latin1FromUtf8(request.path));
    const Volume& volume = *place.partition->volume;
    const auto start = volume.find(place.path);
    if (!start) throw Error(request.file + ": '" + request.path + "': no such file or directory in the image");
    Findings findings;
    const std::vector<Listed> listed = collect(volume, *start, request.recursive, findings);
    if (request.json)
        printJson(request, place, listed, findings);
    else
        print(listed, findings);
    return findings.empty() ? exitDone : exitFailed;
}

} // namespace

void addLs(CLI::App& app, Run& run) {
    const auto request = std::make_shared<LsRequest>();
    CLI::App* verb = app.add_subcommand("ls", "List a directory of a hardfile");
    verb->add_option("IMAGE", request->file, "The hardfile; it is only read")->required();
    verb->add_option("PATH", request->path, "Inside it, like DH0:dir; the device is needed when there are several");
    verb->add_flag("-r,--recursive", request->recursive, "With everything below");
    verb->add_flag("--json", request->json, "As JSON, schema uaescope.hdf-ls/1");
    verb->footer("Exit status 1 when something could not be listed.");
    verb->callback([request, &run] { run = [request] { return runLs(*request); }; });
}

} // namespace uaescope::hardfiles
