// A file that appears under its name complete, or not at all.
#pragma once

#include "hardfiles/image.h"

#include <filesystem>
#include <memory>

namespace uaescope::hardfiles {

enum class Existing { refuse, replace };

// Grows under a temporary name in the folder of its target. Unless commit() returns, nothing of it stays behind.
class NewFile {
public:
    // Throws Error when the target exists and is not to be replaced, or is no regular file, and what the host refuses.
    NewFile(const std::filesystem::path& target, Existing existing);
    ~NewFile();
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;

    FileImage& image() { return *m_image; }

    // Waits for the disk, then gives the file its name. An existing target is replaced in one step.
    void commit();

private:
    void rename() const;

    std::filesystem::path m_target;
    std::filesystem::path m_temporary;
    Existing m_existing;
    std::unique_ptr<FileImage> m_image;
    bool m_committed = false;
};

// Throws Error when the target is the file that it is made from: replacing that would destroy it.
void requireOtherFile(const std::filesystem::path& source, const std::filesystem::path& target);

} // namespace uaescope::hardfiles
