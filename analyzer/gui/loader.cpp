#include "analyzer/gui/loader.h"

#include "uaeplugin/capture/reader.h"

#include <exception>

namespace uaescope::gui {

namespace {

struct Stopped {};

} // namespace

Loader::~Loader() {
    m_thread.request_stop();
    if (m_thread.joinable()) m_thread.join();
}

void Loader::start(const std::filesystem::path& file) {
    qRegisterMetaType<models::CapturePtr>();
    m_thread = std::jthread([this, file](const std::stop_token& stop) { run(stop, file); });
}

// Emitting from here queues the signals: the receivers live in another thread.
void Loader::run(const std::stop_token& stop, const std::filesystem::path& file) {
    try {
        const models::CapturePtr capture = models::loadCapture(file, [&](const QString& step, double share) {
            if (stop.stop_requested()) throw Stopped{};
            emit progressed(step, share);
        });
        if (!stop.stop_requested()) emit loaded(capture);
    } catch (const Stopped&) {
        // Whoever asked for it knows.
    } catch (const std::exception& error) {
        emit failed(QString::fromUtf8(error.what()));
    }
}

} // namespace uaescope::gui
