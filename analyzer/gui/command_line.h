// What uaescope-gui was asked to do.
#pragma once

#include <QSize>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>
#include <stdexcept>

namespace uaescope::gui {

struct CommandLine {
    QStringList captures;
    QString grab; // PNG to paint instead of showing a window
    QSize size{1400, 900};
    std::optional<std::uint32_t> operation;
    QString test;
    bool follow = false; // show the captures as they grow
    bool help = false;
    bool version = false;
};

// The message says what is wrong with the arguments.
struct UsageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

CommandLine parseCommandLine(const QStringList& arguments); // the program's name first; throws UsageError

QString helpText();

} // namespace uaescope::gui
