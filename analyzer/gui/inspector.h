// The selected operation: where its time went, and its host calls.
#pragma once

#include "analyzer/gui/selection.h"
#include "analyzer/models/capture_data.h"

#include <QWidget>

#include <array>

class QLabel;
class QTreeView;

namespace uaescope::models {
class CallTree;
struct Inspection;
} // namespace uaescope::models

namespace uaescope::gui {

class OwnerBar;

class Inspector : public QWidget {
    Q_OBJECT

public:
    explicit Inspector(models::CapturePtr capture, QWidget* parent = nullptr);

    void show(const Selection& selection);

    // What stands in the row of an owner; for tests.
    QString ownerText(core::Owner owner) const;
    QString ownerNote(core::Owner owner) const; // what stands after the figures
    models::CallTree& calls() { return *m_calls; }

signals:
    void callChosen(std::uint32_t call); // by the user

private:
    void showOperation(const models::Inspection& inspection);
    void showCall(std::uint32_t call);
    void selectCall(std::uint32_t call);

    struct OwnerLine {
        QWidget* swatch = nullptr;
        QLabel* name = nullptr;
        QLabel* time = nullptr;
        QLabel* share = nullptr;
        QLabel* meaning = nullptr;
    };

    models::CapturePtr m_capture;
    QLabel* m_title;
    QLabel* m_duration;
    QLabel* m_subtitle;
    QLabel* m_summary;
    OwnerBar* m_bar;
    QWidget* m_ownerTable;
    std::array<OwnerLine, core::ownerCount> m_owners;
    models::CallTree* m_calls;
    QTreeView* m_tree;
    bool m_following = false; // the selection is being set from outside
};

} // namespace uaescope::gui
