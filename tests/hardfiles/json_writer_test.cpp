#include "hardfiles/json_writer.h"

#include <gtest/gtest.h>

#include <limits>

namespace uaescope::hardfiles {
namespace {

std::string written(std::string_view text) {
    JsonWriter json;
    json.value(text);
    return json.text();
}

TEST(JsonWriter, NestsAndSeparates) {
    JsonWriter json;
    json.beginObject();
    json.member("name", "Work");
    json.key("list");
    json.beginArray();
    json.value(1);
    json.value(true);
    json.null();
    json.beginObject();
    json.endObject();
    json.endArray();
    json.key("empty");
    json.beginArray();
    json.endArray();
    json.endObject();
    EXPECT_EQ(json.text(), R"({
  "name": "Work",
  "list": [
    1,
    true,
    null,
    {}
  ],
  "empty": []
}
)");
}

TEST(JsonWriter, EscapesWhatJsonReserves) {
    EXPECT_EQ(written("a\"b\\c"), "\"a\\\"b\\\\c\"\n");
    EXPECT_EQ(written("a\nb\tc\x01"), "\"a\\nb\\tc\\u0001\"\n");
    EXPECT_EQ(written(std::string_view("\0", 1)), "\"\\u0000\"\n");
}

TEST(JsonWriter, KeepsUtf8AndReplacesOtherBytes) {
    EXPECT_EQ(written("W\u00f6rk"), "\"W\u00f6rk\"\n");
    EXPECT_EQ(written("W\xf6rk"), "\"W\ufffdrk\"\n");
}

TEST(JsonWriter, NumbersKeepAllTheirDigits) {
    JsonWriter json;
    json.beginArray();
    json.value(std::numeric_limits<std::uint64_t>::max());
    json.value(std::numeric_limits<std::int64_t>::min());
    json.endArray();
    EXPECT_EQ(json.text(), "[\n  18446744073709551615,\n  -9223372036854775808\n]\n");
}

} // namespace
} // namespace uaescope::hardfiles
