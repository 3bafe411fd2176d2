#include "analyzer/lab/agent.h"

#include "analyzer/lab/error.h"
#include "analyzer/lab/installation.h"
#include "analyzer/lab/temporary_folder.h"
#include "analyzer/lab/text_file.h"
#include "guest/amiga/command.h"

#include <QString>
#include <fcntl.h>
#include <fstream>
#include <sys/file.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

constexpr std::size_t longestJob = 400; // bytes; the guest has room for some more

std::string factOf(const fs::path& session, const std::string& key) {
    std::ifstream facts(session / "facts");
    for (std::string line; std::getline(facts, line);)
        if (line.starts_with(key + "=")) return line.substr(key.size() + 1);
    return "";
}

bool isLocked(const fs::path& file) {
    const int descriptor = open(file.c_str(), O_RDWR | O_CLOEXEC);
    if (descriptor < 0) return false;
    const bool locked = flock(descriptor, LOCK_EX | LOCK_NB) != 0;
    close(descriptor);
    return locked;
}

std::string quotedWord(const std::string& word) {
    if (!word.empty() && word.find_first_of(" \t\"") == std::string::npos) return word;
    std::string quoted = "\"";
    for (const char character : word) {
        if (character == '*' || character == '"') quoted += '*';
        quoted += character;
    }
    return quoted + '"';
}

std::string checkedLine(const std::string& line, std::size_t longest) {
    const QString text = QString::fromStdString(line);
    if (QString::fromLatin1(text.toLatin1()) != text || line.find_first_of("\n\r") != std::string::npos)
        throw UsageError("'" + line + "': expected one line, of characters that an Amiga has (ISO 8859-1)");
    if (line.size() > longest)
        throw UsageError("'" + line + "': at most " + std::to_string(longest) + " bytes are allowed, and these are " +
                         std::to_string(line.size()));
    return line;
}

} // namespace

std::vector<Agent> findAgents() {
    std::vector<Agent> agents;
    for (const fs::path& session : TemporaryFolder::livingIn(runtimeFolder())) {
        Agent agent{session, factOf(session, "attach"), session / session_file::capture, Agent::State::absent};
        std::error_code none;
        if (agent.configuration.empty() || !fs::exists(agent.capture, none)) continue;
        agent.capture = fs::canonical(agent.capture, none);
        if (isLocked(session / session_file::asking))
            agent.state = Agent::State::busy;
        else if (fs::exists(session / session_file::agent, none))
            agent.state = Agent::State::waiting;
        agents.push_back(agent);
    }
    return agents;
}

Agent onlyAgent(const std::vector<Agent>& agents) {
    std::vector<Agent> there;
    for (const Agent& agent : agents)
        if (agent.state != Agent::State::absent) there.push_back(agent);
    if (there.size() == 1) return there.front();
    const std::string start = "type 'uaescope:uaebench AGENT' in the Amiga's Shell";
    if (there.empty() && agents.empty())
        throw EnvironmentError("no emulator is there to ask; start yours with 'uaescope attach CONFIG' and " + start);
    if (there.empty())
        throw EnvironmentError("the emulator of " + agents.front().configuration.string() + " has no agent; " + start);
    std::string names;
    for (const Agent& agent : there) names += "\n  " + agent.configuration.string();
    throw UsageError("several agents wait for jobs, and only one may; end all but one of these emulators:" + names);
}

std::string amigaLine(const std::vector<std::string>& words, std::size_t longest) {
    std::string line;
    for (const std::string& word : words)
        line += (line.empty() ? "" : " ") + (words.size() == 1 ? word : quotedWord(word));
    return checkedLine(line, longest);
}

std::string jobLine(const std::vector<std::string>& words) {
    // As for trace, a command in one word is a line already.
    const bool isWholeCommand = words.size() == 3 && QString::fromStdString(words[0]).toUpper() == "TRACE";
    std::string line = isWholeCommand ? checkedLine(words[0] + ' ' + quotedWord(words[1]) + ' ' + words[2], longestJob)
                                      : amigaLine(words, longestJob);
    const command parsed = command_parse(QString::fromStdString(line).toLatin1().constData());
    const std::string word = parsed.word;
    switch (parsed.action) {
    case COMMAND_WRONG: throw UsageError(std::string(parsed.problem) + " '" + word + "'");
    case COMMAND_JOBS:
    case COMMAND_AGENT: throw UsageError("only the Amiga's Shell can start '" + word + "'");
    case COMMAND_USAGE: throw UsageError("name a job, for instance 'diskperf DH1:', or TRACE, LIST, LEAVE, QUIT");
    default: return line;
    }
}

} // namespace uaescope::lab
