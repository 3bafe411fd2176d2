// One line on a terminal that changes; elsewhere it shows nothing.
#pragma once

#include <ostream>
#include <string>

namespace uaescope::cli {

class StatusLine {
public:
    explicit StatusLine(std::ostream& terminal) : m_stream(&terminal) {}
    StatusLine() = default; // there is no terminal
    ~StatusLine() { clear(); }
    StatusLine(const StatusLine&) = delete;
    StatusLine& operator=(const StatusLine&) = delete;

    void show(const std::string& text) {
        if (m_stream == nullptr) return;
        *m_stream << "\r\x1b[K" << text << std::flush; // back to the start, clear to the end
        m_shown = true;
    }
    void clear() {
        if (m_shown) *m_stream << "\r\x1b[K" << std::flush;
        m_shown = false;
    }

private:
    std::ostream* m_stream = nullptr;
    bool m_shown = false;
};

} // namespace uaescope::cli
