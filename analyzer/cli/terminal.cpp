#include "analyzer/cli/terminal.h"

#include <algorithm>
#include <cstdlib>
#include <sys/ioctl.h>
#include <unistd.h>

namespace uaescope::cli {

Look lookOfOutput() {
    Look look;
    if (!isatty(STDOUT_FILENO)) return look;
    const char* refused = std::getenv("NO_COLOR"); // NOLINT(concurrency-mt-unsafe): nothing changes the environment
    if (!refused || !*refused) look.paint = Paint::coloured;
    winsize size{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        look.width = std::clamp<std::size_t>(size.ws_col, 60, 200);
    return look;
}

bool errorIsTerminal() { return isatty(STDERR_FILENO) != 0; }

std::string painted(std::string_view text, Colour colour, Paint paint) {
    if (paint == Paint::plain) return std::string(text);
    const char* code = "";
    switch (colour) {
    case Colour::bold: code = "1"; break;
    case Colour::dim: code = "2"; break;
    case Colour::green: code = "32"; break;
    case Colour::yellow: code = "33"; break;
    case Colour::red: code = "31"; break;
    }
    return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

} // namespace uaescope::cli
