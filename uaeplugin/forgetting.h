// The guest asks that the host drop what it keeps in memory of the volumes' files, so that reading them asks the disk.
// The emulation thread asks and goes on; the recording thread does it, as that can take as long as the disk wants.
#pragma once

#include "uaeplugin/capture/reader.h"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace uaescope::plugin {

class Forgetting {
public:
    explicit Forgetting(const std::vector<capture::Fact>& facts); // of which storage.* name the volumes' files

    enum class Volume : std::uint8_t { onImage, inDirectory };

    // The emulation thread's side: both return US_FORGET_* or US_ERROR_*.
    std::int32_t begin(Volume volume);
    std::int32_t answer() const { return m_answer; }

    // The recording thread's side. opened: the paths of all files that the emulator has opened; those that are gone are
    // taken out.
    bool isWanted() const { return m_isWanted; }
    void work(std::unordered_set<std::string_view>& opened);

private:
    std::int32_t forgetImages() const;
    std::int32_t forgetFilesIn(std::unordered_set<std::string_view>& opened) const;
    bool isInStorage(std::string_view path) const;

    std::vector<std::filesystem::path> m_images;
    std::vector<std::string> m_directories; // each ends with a slash
    Volume m_volume = Volume::onImage;      // handed over by m_isWanted
    std::atomic<bool> m_isWanted{false};
    std::atomic<std::int32_t> m_answer;
};

} // namespace uaescope::plugin
