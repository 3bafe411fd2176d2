#include "hardfiles/json_writer.h"

#include "hardfiles/latin1.h"

#include <array>
#include <cstdio>

namespace uaescope::hardfiles {

namespace {

std::string quoted(std::string_view text) {
    std::string result = "\"";
    for (const char c : validUtf8(text)) {
        switch (c) {
        case '"': result += "\\\""; break;
        case '\\': result += "\\\\"; break;
        case '\n': result += "\\n"; break;
        case '\t': result += "\\t"; break;
        default:
            if (static_cast<unsigned char>(c) >= 0x20) {
                result += c;
            } else {
                std::array<char, 8> escape{};
                std::snprintf(escape.data(), escape.size(), "\\u%04x", static_cast<unsigned>(c));
                result += escape.data();
            }
        }
    }
    return result + '"';
}

} // namespace

void JsonWriter::key(std::string_view name) {
    separate();
    m_text += quoted(name) + ": ";
    m_afterKey = true;
}

void JsonWriter::value(std::string_view text) { raw(quoted(text)); }

void JsonWriter::begin(char bracket) {
    separate();
    m_text += bracket;
    m_filled.push_back(false);
}

void JsonWriter::end(char bracket) {
    const bool filled = m_filled.back();
    m_filled.pop_back();
    if (filled) m_text += '\n' + std::string(2 * m_filled.size(), ' ');
    m_text += bracket;
}

void JsonWriter::raw(std::string_view text) {
    separate();
    m_text += text;
}

void JsonWriter::separate() {
    if (!m_afterKey && !m_filled.empty()) {
        if (m_filled.back()) m_text += ',';
        m_text += '\n' + std::string(2 * m_filled.size(), ' ');
        m_filled.back() = true;
    }
    m_afterKey = false;
}

} // namespace uaescope::hardfiles
