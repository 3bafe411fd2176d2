#include "tests/hardfiles/program.h"

#include "tests/hardfiles/temporary_folder.h"

#include <cstdlib>
#include <sys/wait.h>

namespace uaescope::hardfiles::testing {

namespace {

std::string quoted(const std::string& word) {
    std::string text = "'";
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

} // namespace

Ended run(const std::vector<std::string>& words, const std::vector<std::string>& variables) {
    const TemporaryFolder folder;
    // parted and its like are in the administrator's folders.
    std::string command = "PATH=\"$PATH:/usr/sbin:/sbin\" timeout -k 5 20 env";
    for (const std::string& variable : variables) command += ' ' + quoted(variable);
    for (const std::string& word : words) command += ' ' + quoted(word);
    command += " </dev/null >" + quoted(folder / "out") + " 2>" + quoted(folder / "err");
    const int status = std::system(command.c_str()); // NOLINT(bugprone-command-processor): every word is quoted
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), contents(folder / "out"),
            contents(folder / "err")};
}

} // namespace uaescope::hardfiles::testing
