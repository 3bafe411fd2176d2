// A folder that is gone after the test.
#pragma once

#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace uaescope::gui::test {

class TemporaryFolder {
public:
    TemporaryFolder() { EXPECT_TRUE(m_folder.isValid()); }
    std::filesystem::path operator/(const std::string& name) const {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }

private:
    QTemporaryDir m_folder;
};

} // namespace uaescope::gui::test
