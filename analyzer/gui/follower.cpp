#include "analyzer/gui/follower.h"

#include <QGuiApplication>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <system_error>

namespace uaescope::gui {

namespace {

constexpr int lookEvery = 250;       // milliseconds
constexpr qint64 restAfterLoad = 4;  // times as long as the load took
constexpr qint64 longestRest = 5000; // milliseconds
constexpr int looksWhenOver = 20;    // five seconds

} // namespace

void Follower::start() {
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &Follower::look);
    look();
}

void Follower::look() {
    std::error_code missing;
    const std::uintmax_t size = std::filesystem::file_size(m_file, missing);
    const bool hasGrown = !missing && size != m_size;
    // What the user drags is not taken from under the mouse.
    if (hasGrown && QGuiApplication::mouseButtons() == Qt::NoButton) return load(size);
    if (m_looksWhenOver > 0 && --m_looksWhenOver == 0) return;
    if (m_looksWhenOver == 0 && !hasGrown && m_capture && writerIsGone()) {
        m_looksWhenOver = looksWhenOver;
        emit loaded(m_capture, true);
    }
    m_timer.start(lookEvery);
}

void Follower::load(std::uintmax_t size) {
    m_size = size;
    m_loadTime.start();
    m_loader = std::make_unique<Loader>();
    connect(m_loader.get(), &Loader::loaded, this, &Follower::takeCapture);
    connect(m_loader.get(), &Loader::failed, this, [this](const QString& message) {
        lookAgain();
        emit failed(message);
    });
    m_loader->start(m_file);
}

void Follower::takeCapture(const models::CapturePtr& capture) {
    m_capture = capture;
    if (capture->analysis.trace.finished) m_looksWhenOver = looksWhenOver;
    lookAgain();
    emit loaded(capture, m_looksWhenOver > 0);
}

void Follower::lookAgain() {
    m_timer.start(static_cast<int>(std::clamp<qint64>(m_loadTime.elapsed() * restAfterLoad, lookEvery, longestRest)));
}

// A capture that does not name its process is taken to go on.
bool Follower::writerIsGone() const {
    const auto fact = m_capture->analysis.trace.facts.find("pid");
    if (fact == m_capture->analysis.trace.facts.end()) return false;
    const int process = std::atoi(fact->second.c_str());
    return process > 0 && ::kill(process, 0) != 0 && errno == ESRCH;
}

} // namespace uaescope::gui
