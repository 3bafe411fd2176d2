// The window: a tab for each capture, and the commands that act on the one in front.
#pragma once

#include "analyzer/models/capture_data.h"

#include <QMainWindow>

#include <filesystem>
#include <map>
#include <memory>

class QAction;
class QTabWidget;

namespace uaescope::gui {

class CapturePage;
class Follower;
class Loader;
class MessagePage;

class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    MainWindow();
    ~MainWindow() override;

    void open(const std::filesystem::path& file);
    void follow(const std::filesystem::path& file); // shows it as it grows; it may not be there yet
    CapturePage* page() const;                      // in front; null when there is none
    bool loading() const { return !m_loaders.empty(); }

signals:
    void loaded(uaescope::gui::CapturePage* page);
    void failed(const QString& message);

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void makeActions();
    QAction* pageAction(const QString& text, const QKeySequence& key, const QString& tip, void (MainWindow::*act)());
    void zoomWhole();
    void zoomSelection();
    void zoomIn();
    void zoomOut();
    void previousOperation();
    void nextOperation();
    void find();
    void chooseFiles();
    void closeTab(int index);
    void closeFront();
    void updateActions();
    void replaceTab(QWidget* old, QWidget* with, const QString& tip);
    void showCapture(MessagePage* waiting, const std::filesystem::path& file, const models::CapturePtr& capture);
    MessagePage* addWaitingTab(const QString& message, const std::filesystem::path& file);
    void showGrown(Follower* follower, const std::filesystem::path& file, const models::CapturePtr& capture,
                   bool isOver);
    void showFailure(MessagePage* waiting, const std::filesystem::path& file, const QString& message);
    void showKeys();
    void showAbout();

    QTabWidget* m_tabs;
    MessagePage* m_welcome;
    QList<QAction*> m_pageActions;                             // enabled when a capture is in front
    std::map<QWidget*, std::unique_ptr<Loader>> m_loaders;     // by the page that waits for it
    std::map<QWidget*, std::unique_ptr<Follower>> m_followers; // by the page that shows what it brought last
};

} // namespace uaescope::gui
