#include "analyzer/core/call_infos.h"

#include <gtest/gtest.h>

namespace uaescope::core::test {

TEST(CallInfos, KeepEveryField) {
    CallInfos infos;
    infos.assign(6, {});
    const CallInfo samples[] = {
        {.operation = 5, .role = Role::storage, .place = Place::attributed, .shared = true, .outermost = false},
        {.operation = none, .role = Role::sideFile, .place = Place::late, .shared = false, .outermost = true},
        {.operation = 0, .role = Role::emulator, .place = Place::outside, .shared = false, .outermost = false},
        {.operation = 1, .role = Role::unknown, .place = Place::unattributed, .shared = true, .outermost = true},
        {.operation = 2, .role = Role::unknown, .place = Place::overhead, .shared = false, .outermost = true}};
    for (std::size_t i = 0; i < 5; ++i) infos.set(i, samples[i]);
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_EQ(infos[i].operation, samples[i].operation);
        EXPECT_EQ(infos[i].role, samples[i].role);
        EXPECT_EQ(infos[i].place, samples[i].place);
        EXPECT_EQ(infos[i].shared, samples[i].shared);
        EXPECT_EQ(infos[i].outermost, samples[i].outermost);
        EXPECT_EQ(infos.carrierOf(i), none);
    }
    EXPECT_EQ(infos[5].place, CallInfo().place) << "never set";
}

TEST(CallInfos, KeepCarriersBesideTheRest) {
    CallInfos infos;
    infos.assign(10, {});
    infos.setCarriers({{2, 7}, {5, 8}});
    infos.set(5, {.operation = 3, .role = Role::storage, .place = Place::attributed});
    EXPECT_EQ(infos.carrierOf(2), 7u);
    EXPECT_EQ(infos.carrierOf(5), 8u);
    EXPECT_EQ(infos[5].operation, 3u);
    EXPECT_EQ(infos.carrierOf(3), none);
}

TEST(CallInfos, AssignForgetsCarriers) {
    CallInfos infos;
    infos.assign(3, {});
    infos.setCarriers({{2, 1}});
    infos.assign(3, {.place = Place::overhead});
    EXPECT_EQ(infos.carrierOf(2), none);
    EXPECT_EQ(infos[2].place, Place::overhead);
}

} // namespace uaescope::core::test
