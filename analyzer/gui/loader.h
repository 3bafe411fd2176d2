// Loads one capture in a thread of its own. The signals arrive in the thread that made the loader.
#pragma once

#include "analyzer/models/capture_data.h"

#include <QObject>

#include <filesystem>
#include <thread>

namespace uaescope::gui {

class Loader : public QObject {
    Q_OBJECT

public:
    // Ends the loading at its next step, should it still be going on. Signals already on their way still arrive.
    ~Loader() override;

    void start(const std::filesystem::path& file);

signals:
    void progressed(const QString& step, double share);
    void loaded(const uaescope::models::CapturePtr& capture);
    void failed(const QString& message);

private:
    void run(const std::stop_token& stop, const std::filesystem::path& file);

    std::jthread m_thread;
};

} // namespace uaescope::gui

Q_DECLARE_METATYPE(uaescope::models::CapturePtr)
