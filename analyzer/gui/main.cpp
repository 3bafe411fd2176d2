#include "analyzer/gui/capture_page.h"
#include "analyzer/gui/command_line.h"
#include "analyzer/gui/main_window.h"

#include <QApplication>
#include <QEventLoop>
#include <QPixmap>
#include <QStyleFactory>

#include <cstdio>
#include <exception>

namespace uaescope::gui {
namespace {

enum ExitStatus { done = 0, failed = 1, wrongUsage = 2 };

void complain(const QString& message) { std::fprintf(stderr, "uaescope-gui: %s\n", message.toLocal8Bit().constData()); }

void onlyFatal(QtMsgType type, const QMessageLogContext&, const QString& text) {
    if (type == QtFatalMsg || type == QtCriticalMsg) complain(text);
}

bool hasDisplay() { return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY"); }

// Empty: shown. Otherwise why not.
QString showAsked(CapturePage& page, const CommandLine& line) {
    if (line.operation) {
        const std::size_t count = page.capture().analysis.operations.size();
        if (*line.operation >= count) {
            return QStringLiteral("--select %1: the capture has %2 operations, numbered from 0")
                .arg(*line.operation)
                .arg(count);
        }
        page.select({line.operation, std::nullopt}, CapturePage::Reveal::no);
        page.zoomToSelection();
    }
    if (!line.test.isEmpty()) {
        const auto test = page.capture().testNamed(line.test);
        if (!test) {
            QStringList names;
            for (const core::Test& known : page.capture().analysis.tests) names << QString::fromStdString(known.name);
            return QStringLiteral("--test %1: the capture has no such test; it has: %2")
                .arg(line.test, names.join(QStringLiteral(", ")));
        }
        page.showTest(test);
    }
    return {};
}

int grab(MainWindow& window, const QString& file) {
    QEventLoop loop;
    QString failure;
    QObject::connect(&window, &MainWindow::failed, &loop, [&](const QString& message) { failure = message; });
    while (window.loading()) loop.processEvents(QEventLoop::WaitForMoreEvents);
    if (!failure.isEmpty()) {
        complain(failure);
        return failed;
    }
    // Layouts settle in events of their own.
    loop.processEvents();
    if (!window.grab().save(file, "PNG")) {
        complain(QStringLiteral("%1: the picture cannot be written; is the folder there and writable?").arg(file));
        return failed;
    }
    return done;
}

int run(int argc, char** argv, const CommandLine& line) {
    // Without a display a picture can be painted all the same; a window cannot be shown. The remarks of the
    // platform plugin about what it lacks are of no use to the user.
    if (!line.grab.isEmpty() && !hasDisplay()) qputenv("QT_QPA_PLATFORM", "offscreen");
    if (line.grab.isEmpty() && !hasDisplay() && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) {
        complain(QStringLiteral(
            "there is no display; start it in a desktop session, or paint a picture with --grab FILE.png"));
        return failed;
    }
    if (!line.grab.isEmpty()) qInstallMessageHandler(onlyFatal);
    const QApplication application(argc, argv);
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));

    MainWindow window;
    window.resize(line.size);
    QString refused;
    QObject::connect(&window, &MainWindow::loaded, &window, [&](CapturePage* page) {
        if (const QString why = showAsked(*page, line); !why.isEmpty()) refused = why;
    });
    window.show();
    for (const QString& capture : line.captures)
        line.follow ? window.follow(capture.toStdString()) : window.open(capture.toStdString());
    if (line.grab.isEmpty()) return QApplication::exec();
    const int status = grab(window, line.grab);
    if (status == done && !refused.isEmpty()) {
        complain(refused);
        return wrongUsage;
    }
    return status;
}

} // namespace
} // namespace uaescope::gui

int main(int argc, char** argv) {
    using namespace uaescope::gui;
    QStringList arguments;
    for (int i = 0; i < argc; ++i) arguments << QString::fromLocal8Bit(argv[i]);
    try {
        const CommandLine line = parseCommandLine(arguments);
        if (line.help) {
            std::fputs(helpText().toLocal8Bit().constData(), stdout);
            return done;
        }
        if (line.version) {
            std::puts("uaescope-gui " UAESCOPE_VERSION);
            return done;
        }
        return run(argc, argv, line);
    } catch (const UsageError& error) {
        complain(QString::fromStdString(error.what()) + "\nuaescope-gui --help lists the options.");
        return wrongUsage;
    } catch (const std::exception& error) {
        complain(QString::fromUtf8(error.what()));
        return failed;
    }
}
