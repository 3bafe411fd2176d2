#include "analyzer/gui/follower.h"

#include <QGuiApplication>

#include <algorithm>
#include <system_error>

namespace uaescope::gui {

namespace {

constexpr int lookEvery = 250;       // milliseconds
constexpr qint64 restAfterLoad = 4;  // times as long as the load took
constexpr qint64 longestRest = 5000; // milliseconds

} // namespace

void Follower::start() {
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &Follower::look);
    look();
}

void Follower::look() {
    std::error_code missing;
    const std::uintmax_t size = std::filesystem::file_size(m_file, missing);
    // What the user drags is not taken from under the mouse.
    if (missing || size == m_size || QGuiApplication::mouseButtons() != Qt::NoButton) {
        m_timer.start(lookEvery);
        return;
    }
    m_size = size;
    m_loadTime.start();
    m_loader = std::make_unique<Loader>();
    connect(m_loader.get(), &Loader::loaded, this, [this](const models::CapturePtr& capture) {
        if (!capture->analysis.trace.finished) finishLoad();
        emit loaded(capture);
    });
    connect(m_loader.get(), &Loader::failed, this, [this](const QString& message) {
        finishLoad();
        emit failed(message);
    });
    m_loader->start(m_file);
}

void Follower::finishLoad() {
    m_timer.start(static_cast<int>(std::clamp<qint64>(m_loadTime.elapsed() * restAfterLoad, lookEvery, longestRest)));
}

} // namespace uaescope::gui
