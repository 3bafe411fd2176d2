// A file that appears under its name complete, or not at all.
#pragma once

#include "hardfiles/image.h"

#include <filesystem>
#include <memory>

namespace uaescope::hardfiles {

enum class Existing { refuse, replace };

// What the file is until it has its name. Not every file system has files without one; there it has a hidden name in
// the folder of its target.
enum class Unfinished { nameless, hidden };

// Unless commit() returns, nothing of it stays behind: without a name not even when the process is killed, with a
// hidden one as long as somebody calls removeUnfinishedFiles().
class NewFile {
public:
    // Throws Error when the target exists and is not to be replaced, or is no regular file, and what the host refuses.
    NewFile(const std::filesystem::path& target, Existing existing, Unfinished unfinished = Unfinished::nameless);
    ~NewFile();
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;

    FileImage& image() { return *m_image; }

    // Waits for the disk, then gives the file its name. An existing target is replaced in one step.
    void commit();

private:
    void makeHidden(const std::filesystem::path& target);
    void link(const std::string& name) const;
    void rename() const;

    std::filesystem::path m_target;
    std::string m_hidden; // its name as long as it has not its own; empty while it has none
    Existing m_existing;
    std::unique_ptr<FileImage> m_image;
    bool m_committed = false;
};

// Of this process, when a signal ends it; safe to be called by a signal handler.
void removeUnfinishedFiles() noexcept;

// Throws Error when the target is the file that it is made from: replacing that would destroy it.
void requireOtherFile(const std::filesystem::path& source, const std::filesystem::path& target);

} // namespace uaescope::hardfiles
