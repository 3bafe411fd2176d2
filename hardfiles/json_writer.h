// Writes one JSON document, indented, as it is told. Text must be UTF-8; bytes that are not become U+FFFD.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace uaescope::hardfiles {

// Members and elements appear in the order of the calls. Whoever opens an object or array closes it.
class JsonWriter {
public:
    void beginObject() { begin('{'); }
    void endObject() { end('}'); }
    void beginArray() { begin('['); }
    void endArray() { end(']'); }

    // The name of the next value; inside objects only.
    void key(std::string_view name);

    void value(std::string_view text);
    void value(const char* text) { value(std::string_view(text)); }
    void value(const std::string& text) { value(std::string_view(text)); }
    void value(std::integral auto number) {
        if constexpr (std::same_as<decltype(number), bool>)
            raw(number ? "true" : "false");
        else
            raw(std::to_string(number));
    }
    void null() { raw("null"); }

    void member(std::string_view name, const auto& content) {
        key(name);
        value(content);
    }

    // The document, with a newline at its end.
    std::string text() const { return m_text + '\n'; }

private:
    void begin(char bracket);
    void end(char bracket);
    void raw(std::string_view text);
    void separate();

    std::string m_text;
    std::vector<bool> m_filled; // for each open bracket: has it anything in it yet?
    bool m_afterKey = false;
};

} // namespace uaescope::hardfiles
