#include "uaeplugin/forgetting.h"

#include "uaeplugin/capture/protocol.h"
#include "uaeplugin/page_cache.h"

#include <algorithm>
#include <array>
#include <optional>

namespace uaescope::plugin {

namespace fs = std::filesystem;

namespace {

// What became of several files together: the worst of it, the first of these that there is.
class Tally {
public:
    void add(Forgotten one) { m_seen[static_cast<std::size_t>(one)] = true; }

    std::int32_t status() const {
        if (has(Forgotten::impossible)) return US_FORGET_IMPOSSIBLE;
        if (has(Forgotten::inMemory)) return US_FORGET_IN_MEMORY;
        if (has(Forgotten::kept)) return US_FORGET_KEPT;
        return has(Forgotten::done) ? US_FORGET_DONE : US_FORGET_NO_FILES;
    }

private:
    bool has(Forgotten one) const { return m_seen[static_cast<std::size_t>(one)]; }

    std::array<bool, 5> m_seen{};
};

} // namespace

Forgetting::Forgetting(const std::vector<capture::Fact>& facts) : m_answer(US_FORGET_NO_FILES) {
    for (const auto& [key, value] : facts) {
        std::error_code unknown;
        if (!key.starts_with("storage.") || value.empty()) continue;
        if (fs::is_directory(value, unknown))
            m_directories.push_back(value.ends_with('/') ? value : value + '/');
        else
            m_images.emplace_back(value);
    }
}

std::int32_t Forgetting::begin(Volume volume) {
    if (m_answer == US_FORGET_PENDING) return US_ERROR_BUSY;
    m_volume = volume;
    m_answer = US_FORGET_PENDING;
    m_isWanted = true;
    return US_FORGET_PENDING;
}

void Forgetting::work(std::unordered_set<std::string_view>& opened) {
    const std::int32_t answer = m_volume == Volume::onImage ? forgetImages() : forgetFilesIn(opened);
    m_isWanted = false;
    m_answer = answer;
}

std::int32_t Forgetting::forgetImages() const {
    Tally outcome;
    for (const fs::path& image : m_images) outcome.add(forgetFile(image.c_str()));
    return outcome.status();
}

std::int32_t Forgetting::forgetFilesIn(std::unordered_set<std::string_view>& opened) const {
    Tally outcome;
    for (auto path = opened.begin(); path != opened.end();) {
        const Forgotten one = isInStorage(*path) ? forgetFile(fs::path(*path).c_str()) : Forgotten::missing;
        outcome.add(one);
        path = one == Forgotten::missing ? opened.erase(path) : std::next(path);
    }
    return outcome.status();
}

bool Forgetting::isInStorage(std::string_view path) const {
    return std::any_of(m_directories.begin(), m_directories.end(),
                       [&](const std::string& directory) { return path.starts_with(directory); });
}

} // namespace uaescope::plugin
