#include "analyzer/gui/command_line.h"

#include <QCommandLineParser>

namespace uaescope::gui {

namespace {

[[noreturn]] void wrong(const QString& message) { throw UsageError(message.toStdString()); }

QSize sizeFrom(const QString& text) {
    constexpr int least = 200;
    constexpr int most = 16384;
    const QStringList parts = text.split('x');
    bool widthOk = false;
    bool heightOk = false;
    const QSize size = parts.size() == 2 ? QSize(parts[0].toInt(&widthOk), parts[1].toInt(&heightOk)) : QSize();
    const auto fits = [](int pixels) { return pixels >= least && pixels <= most; };
    if (!widthOk || !heightOk || !fits(size.width()) || !fits(size.height())) {
        wrong(QStringLiteral("--size %1: expected WIDTHxHEIGHT in pixels, each %2 to %3, for example 1400x900")
                  .arg(text)
                  .arg(least)
                  .arg(most));
    }
    return size;
}

std::uint32_t indexFrom(const QString& text) {
    bool ok = false;
    const std::uint32_t index = text.toUInt(&ok);
    if (!ok) wrong(QStringLiteral("--select %1: expected the number of an operation, counted from 0").arg(text));
    return index;
}

} // namespace

CommandLine parseCommandLine(const QStringList& arguments) {
    QCommandLineParser parser;
    parser.addOptions({{QStringLiteral("grab"), {}, QStringLiteral("FILE")},
                       {QStringLiteral("size"), {}, QStringLiteral("WxH")},
                       {QStringLiteral("select"), {}, QStringLiteral("INDEX")},
                       {QStringLiteral("test"), {}, QStringLiteral("NAME")},
                       {QStringLiteral("follow"), {}},
                       {{QStringLiteral("h"), QStringLiteral("help")}, {}},
                       {QStringLiteral("version"), {}}});
    if (!parser.parse(arguments)) wrong(parser.errorText());
    CommandLine line;
    line.captures = parser.positionalArguments();
    line.help = parser.isSet(QStringLiteral("help"));
    line.version = parser.isSet(QStringLiteral("version"));
    line.follow = parser.isSet(QStringLiteral("follow"));
    line.grab = parser.value(QStringLiteral("grab"));
    line.test = parser.value(QStringLiteral("test"));
    if (parser.isSet(QStringLiteral("size"))) line.size = sizeFrom(parser.value(QStringLiteral("size")));
    if (parser.isSet(QStringLiteral("select"))) line.operation = indexFrom(parser.value(QStringLiteral("select")));
    if (line.operation && !line.test.isEmpty()) wrong(QStringLiteral("--select and --test exclude each other"));
    if (parser.isSet(QStringLiteral("grab")) && line.grab.isEmpty())
        wrong(QStringLiteral("--grab: expected the name of a PNG file"));
    if (line.follow && !line.grab.isEmpty()) wrong(QStringLiteral("--follow and --grab exclude each other"));
    if (line.follow && line.captures.isEmpty()) wrong(QStringLiteral("--follow: name the capture to follow"));
    return line;
}

QString helpText() {
    return QStringLiteral("Usage: uaescope-gui [CAPTURE...] [options]\n"
                          "\n"
                          "Shows captures of storage benchmarks in an emulated Amiga: what the guest asked for and\n"
                          "what the emulator did for it on the host, on one time axis. 'uaescope run' makes captures.\n"
                          "\n"
                          "  CAPTURE         .uascope files; each gets a tab\n"
                          "  --follow        show what is added while they grow\n"
                          "  --select INDEX  select this operation (counted from 0) and zoom to it\n"
                          "  --test NAME     jump to this test; a part of its name is enough\n"
                          "  --size WxH      size of the window in pixels (1400x900)\n"
                          "  --grab FILE     paint the window to a PNG and exit; needs no display\n"
                          "  --help          this text\n"
                          "  --version       the version\n"
                          "\n"
                          "Exit status: 0 done, 1 a capture or the picture failed, 2 wrong usage.\n"
                          "\n"
                          "Example: uaescope-gui run/dir-1.uascope --test \"Creates\" --grab window.png\n");
}

} // namespace uaescope::gui
