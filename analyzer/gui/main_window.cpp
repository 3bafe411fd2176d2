#include "analyzer/gui/main_window.h"

#include "analyzer/gui/capture_page.h"
#include "analyzer/gui/follower.h"
#include "analyzer/gui/loader.h"
#include "analyzer/gui/message_page.h"
#include "analyzer/gui/operations_panel.h"
#include "analyzer/gui/timeline_widget.h"

#include <QAction>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QTabBar>
#include <QTabWidget>
#include <QToolBar>

#include <algorithm>

namespace uaescope::gui {

namespace {

constexpr double zoomStep = 2;

QString pathText(const std::filesystem::path& file) { return QString::fromStdString(file.string()); }

} // namespace

MainWindow::MainWindow() : m_tabs(new QTabWidget), m_welcome(new MessagePage) {
    setWindowTitle(QStringLiteral("uaescope"));
    setAcceptDrops(true);
    resize(1400, 900);

    m_welcome->setMessage(
        tr("No capture is open"),
        tr("A capture is the recording of one benchmark run in an emulated Amiga.<br>"
           "Make one in a terminal, for instance of a host directory:<br><br><code>uaescope run dir</code><br><br>"
           "or compare a directory, a partition hardfile and an RDB hardfile:<br><br>"
           "<code>uaescope compare</code><br><br>"
           "Both say where they leave their .uascope files. Open them here, or drop them on this window."));
    m_welcome->setButton(tr("Open captures..."));
    connect(m_welcome, &MessagePage::buttonPressed, this, &MainWindow::chooseFiles);

    m_tabs->setTabsClosable(true);
    m_tabs->setDocumentMode(true);
    connect(m_tabs, &QTabWidget::tabCloseRequested, this, &MainWindow::closeTab);
    connect(m_tabs, &QTabWidget::currentChanged, this, &MainWindow::updateActions);

    auto* stack = new QStackedWidget;
    stack->addWidget(m_welcome);
    stack->addWidget(m_tabs);
    setCentralWidget(stack);
    makeActions();
    updateActions();
}

MainWindow::~MainWindow() = default;

CapturePage* MainWindow::page() const { return qobject_cast<CapturePage*>(m_tabs->currentWidget()); }

QAction* MainWindow::pageAction(const QString& text, const QKeySequence& key, const QString& tip,
                                void (MainWindow::*act)()) {
    auto* action = new QAction(text, this);
    action->setShortcut(key);
    action->setToolTip(key.isEmpty() ? tip : tip + QStringLiteral(" (%1)").arg(key.toString(QKeySequence::NativeText)));
    connect(action, &QAction::triggered, this, act);
    m_pageActions << action;
    return action;
}

void MainWindow::makeActions() {
    auto* open = new QAction(tr("Open..."), this);
    open->setShortcut(QKeySequence::Open);
    open->setToolTip(tr("Open captures (%1)").arg(open->shortcut().toString(QKeySequence::NativeText)));
    connect(open, &QAction::triggered, this, &MainWindow::chooseFiles);

    QAction* whole =
        pageAction(tr("Whole run"), QKeySequence(Qt::Key_F2), tr("Show the whole run"), &MainWindow::zoomWhole);
    QAction* selection = pageAction(tr("To selection"), QKeySequence(Qt::Key_F3),
                                    tr("Fill the timeline with the selected operation"), &MainWindow::zoomSelection);
    QAction* in = pageAction(tr("Zoom in"), QKeySequence(Qt::CTRL | Qt::Key_Plus), tr("Show half as much time"),
                             &MainWindow::zoomIn);
    QAction* out = pageAction(tr("Zoom out"), QKeySequence(Qt::CTRL | Qt::Key_Minus), tr("Show twice as much time"),
                              &MainWindow::zoomOut);
    QAction* previous = pageAction(tr("Previous"), QKeySequence(Qt::ALT | Qt::Key_Left),
                                   tr("The operation one row up in the table"), &MainWindow::previousOperation);
    QAction* next = pageAction(tr("Next"), QKeySequence(Qt::ALT | Qt::Key_Right),
                               tr("The operation one row down in the table"), &MainWindow::nextOperation);
    QAction* search = pageAction(tr("Find"), QKeySequence::Find, tr("Show only operations with a text in file or name"),
                                 &MainWindow::find);
    QAction* close =
        pageAction(tr("Close tab"), QKeySequence::Close, tr("Close the capture in front"), &MainWindow::closeFront);

    QToolBar* bar = addToolBar(tr("Commands"));
    bar->setMovable(false);
    bar->setToolButtonStyle(Qt::ToolButtonTextOnly);
    bar->addAction(open);
    bar->addSeparator();
    bar->addActions({whole, selection, in, out});
    bar->addSeparator();
    bar->addActions({previous, next});
    bar->addSeparator();
    bar->addAction(search);

    QMenu* file = menuBar()->addMenu(tr("&File"));
    file->addActions({open, close});
    file->addSeparator();
    file->addAction(tr("Quit"), QKeySequence::Quit, this, &QWidget::close);
    QMenu* view = menuBar()->addMenu(tr("&View"));
    view->addActions({whole, selection, in, out});
    view->addSeparator();
    view->addActions({previous, next, search});
    QMenu* help = menuBar()->addMenu(tr("&Help"));
    help->addAction(tr("Mouse and keys"), QKeySequence(Qt::Key_F1), this, &MainWindow::showKeys);
    help->addAction(tr("About uaescope"), this, &MainWindow::showAbout);
}

void MainWindow::zoomWhole() { page()->timeline().showWholeRun(); }
void MainWindow::zoomSelection() { page()->zoomToSelection(); }
void MainWindow::zoomIn() { page()->timeline().zoomBy(zoomStep); }
void MainWindow::zoomOut() { page()->timeline().zoomBy(1 / zoomStep); }
void MainWindow::previousOperation() { page()->step(-1); }
void MainWindow::nextOperation() { page()->step(1); }
void MainWindow::find() { page()->operations().focusFilter(); }
void MainWindow::closeFront() { closeTab(m_tabs->currentIndex()); }

void MainWindow::updateActions() {
    for (QAction* action : m_pageActions) action->setEnabled(page() != nullptr);
    qobject_cast<QStackedWidget*>(centralWidget())->setCurrentIndex(m_tabs->count() > 0 ? 1 : 0);
    const QString title =
        m_tabs->count() > 0 ? m_tabs->tabText(m_tabs->currentIndex()) + QStringLiteral(" - ") : QString();
    setWindowTitle(title + QStringLiteral("uaescope"));
}

void MainWindow::chooseFiles() {
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + "/uaescope";
    const QStringList files =
        QFileDialog::getOpenFileNames(this, tr("Open captures"), folder, tr("Captures (*.uascope);;All files (*)"));
    for (const QString& file : files) open(file.toStdString());
}

void MainWindow::open(const std::filesystem::path& file) {
    MessagePage* waiting = addWaitingTab(tr("Loading %1").arg(pathText(file.filename())), file);
    auto& loader = m_loaders[waiting] = std::make_unique<Loader>();
    connect(loader.get(), &Loader::progressed, waiting, &MessagePage::setProgress);
    // A tab closed meanwhile has no loader any more, but signals may still be on their way.
    const auto awaited = [this, waiting] { return m_loaders.contains(waiting); };
    connect(loader.get(), &Loader::loaded, this, [=, this](const models::CapturePtr& capture) {
        if (awaited()) showCapture(waiting, file, capture);
    });
    connect(loader.get(), &Loader::failed, this, [=, this](const QString& message) {
        if (awaited()) showFailure(waiting, file, message);
    });
    loader->start(file);
}

MessagePage* MainWindow::addWaitingTab(const QString& message, const std::filesystem::path& file) {
    auto* waiting = new MessagePage;
    waiting->setMessage(message, {});
    waiting->setButton(tr("Cancel"));
    connect(waiting, &MessagePage::buttonPressed, this, [this, waiting] { closeTab(m_tabs->indexOf(waiting)); });
    m_tabs->setCurrentIndex(m_tabs->addTab(waiting, pathText(file.stem())));
    updateActions();
    return waiting;
}

void MainWindow::follow(const std::filesystem::path& file) {
    MessagePage* waiting = addWaitingTab(tr("Waiting for %1").arg(pathText(file.filename())), file);
    auto& follower = m_followers[waiting] = std::make_unique<Follower>(file);
    Follower* const source = follower.get();
    connect(source, &Follower::loaded, this,
            [=, this](const models::CapturePtr& capture, bool isOver) { showGrown(source, file, capture, isOver); });
    connect(source, &Follower::failed, waiting, [=](const QString& message) {
        waiting->setMessage(tr("Waiting for %1").arg(pathText(file.filename())), message.toHtmlEscaped());
    });
    source->start();
}

void MainWindow::showGrown(Follower* follower, const std::filesystem::path& file, const models::CapturePtr& capture,
                           bool isOver) {
    const auto entry = std::find_if(m_followers.begin(), m_followers.end(),
                                    [follower](const auto& known) { return known.second.get() == follower; });
    if (entry == m_followers.end()) return; // its tab was closed meanwhile
    QWidget* const old = entry->first;
    auto* shown = new CapturePage(capture, isOver ? models::Recording::over : models::Recording::goingOn);
    setUpdatesEnabled(false); // one change for the eye
    const auto* younger = qobject_cast<CapturePage*>(old);
    if (younger != nullptr) shown->resume(*younger);
    auto node = m_followers.extract(entry);
    node.key() = shown;
    m_followers.insert(std::move(node));
    m_tabs->setTabText(m_tabs->indexOf(old), pathText(file.stem()) + (isOver ? QString() : tr(" (live)")));
    replaceTab(old, shown, pathText(file));
    setUpdatesEnabled(true);
    if (younger == nullptr) emit loaded(shown);
}

void MainWindow::replaceTab(QWidget* old, QWidget* with, const QString& tip) {
    const int index = m_tabs->indexOf(old);
    const bool front = m_tabs->currentIndex() == index;
    const QString text = m_tabs->tabText(index);
    m_loaders.erase(old);
    m_tabs->removeTab(index);
    m_tabs->insertTab(index, with, text);
    m_tabs->setTabToolTip(index, tip);
    if (front) m_tabs->setCurrentIndex(index);
    old->deleteLater();
    updateActions();
}

void MainWindow::showCapture(MessagePage* waiting, const std::filesystem::path& file,
                             const models::CapturePtr& capture) {
    auto* shown = new CapturePage(capture);
    replaceTab(waiting, shown, pathText(file));
    emit loaded(shown);
}

void MainWindow::showFailure(MessagePage* waiting, const std::filesystem::path& file, const QString& message) {
    auto* failure = new MessagePage;
    failure->setMessage(tr("%1 cannot be shown").arg(pathText(file.filename())), message.toHtmlEscaped());
    failure->setButton(tr("Close"));
    connect(failure, &MessagePage::buttonPressed, this, [this, failure] { closeTab(m_tabs->indexOf(failure)); });
    replaceTab(waiting, failure, pathText(file));
    emit failed(message);
}

void MainWindow::closeTab(int index) {
    QWidget* closed = m_tabs->widget(index);
    if (closed == nullptr) return;
    m_loaders.erase(closed);
    m_followers.erase(closed);
    m_tabs->removeTab(index);
    closed->deleteLater();
    updateActions();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile()) open(url.toLocalFile().toStdString());
    }
}

void MainWindow::showKeys() {
    QMessageBox::information(
        this, tr("Mouse and keys"),
        tr("<table cellspacing=6>"
           "<tr><td>wheel</td><td>zoom at the mouse; with Shift move, with Ctrl scroll the lanes</td></tr>"
           "<tr><td>drag a lane</td><td>move</td></tr>"
           "<tr><td>drag the axis, or Shift and drag</td><td>zoom to that time</td></tr>"
           "<tr><td>drag the top strip</td><td>move through the whole run</td></tr>"
           "<tr><td>click</td><td>select an operation, a host call or a test</td></tr>"
           "<tr><td>double click</td><td>zoom to it</td></tr>"
           "<tr><td>arrow keys, Home</td><td>move and zoom the timeline; the whole run</td></tr>"
           "<tr><td>Alt with left, right</td><td>previous and next operation of the table</td></tr>"
           "<tr><td>F2, F3</td><td>whole run, selected operation</td></tr></table>"));
}

void MainWindow::showAbout() {
    QMessageBox::about(this, tr("About uaescope"),
                       tr("<p><b>uaescope %1</b></p><p>Where the time of emulated Amiga storage goes.</p>"
                          "<p>MIT licence. Built with Qt %2 (LGPL 3).</p>")
                           .arg(QStringLiteral(UAESCOPE_VERSION), QString::fromLatin1(qVersion())));
}

} // namespace uaescope::gui
