// Loads a capture again and again while it grows, until its end record is there or the process that writes it is gone;
// and once more when the runner adds to it then. A load begins when the file has grown
// and the one before has been over for a while, so that a long capture leaves the machine to the emulator.
#pragma once

#include "analyzer/gui/loader.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <cstdint>
#include <filesystem>
#include <memory>

namespace uaescope::gui {

class Follower : public QObject {
    Q_OBJECT

public:
    explicit Follower(std::filesystem::path file) : m_file(std::move(file)) {}

    void start(); // the file may not be there yet

signals:
    void loaded(const uaescope::models::CapturePtr& capture, bool isOver);
    void failed(const QString& message); // and goes on

private:
    void look();
    void load(std::uintmax_t size);
    void takeCapture(const models::CapturePtr& capture);
    void lookAgain();
    bool writerIsGone() const;

    std::filesystem::path m_file;
    std::uintmax_t m_size = 0; // when the last load began
    QTimer m_timer;
    QElapsedTimer m_loadTime;
    models::CapturePtr m_capture; // the last that was loaded
    int m_looksWhenOver = 0;      // until the end, once the recording is over
    std::unique_ptr<Loader> m_loader;
};

} // namespace uaescope::gui
