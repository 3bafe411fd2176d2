#include "uaeplugin/windows/hooks/import_table.h"

#include <cstdint>
#include <cstring>
#include <string_view>

namespace uaescope::plugin {

namespace {

// Where the functions live: KERNEL32, what it forwards to, and the "API sets" that newer programs name instead.
bool isHookedLibrary(const char* name) {
    for (const char* library : {"kernel32.dll", "kernelbase.dll"})
        if (_stricmp(name, library) == 0) return true;
    constexpr std::string_view apiSet = "api-ms-win-core-";
    return _strnicmp(name, apiSet.data(), apiSet.size()) == 0;
}

// The image as it lies in memory; NOLINTs: a loaded image is offsets into itself.
struct Image {
    std::uintptr_t base;

    template <typename Part>
    Part* at(std::uintptr_t offset) const {
        return reinterpret_cast<Part*>(base + offset); // NOLINT
    }
    const IMAGE_IMPORT_DESCRIPTOR* imports() const {
        const auto* header = at<const IMAGE_NT_HEADERS>(static_cast<DWORD>(at<const IMAGE_DOS_HEADER>(0)->e_lfanew));
        const IMAGE_DATA_DIRECTORY& place = header->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_IMPORT];
        return place.VirtualAddress == 0 ? nullptr : at<const IMAGE_IMPORT_DESCRIPTOR>(place.VirtualAddress);
    }
};

bool replaceEntry(ULONGLONG& entry, const ImportHook& hook) {
    DWORD before = 0;
    if (VirtualProtect(&entry, sizeof entry, PAGE_READWRITE, &before) == 0) return false;
    if (*hook.real == nullptr) *hook.real = reinterpret_cast<void*>(entry); // NOLINT: before anybody comes through
    __atomic_store_n(&entry, reinterpret_cast<ULONGLONG>(hook.replacement), __ATOMIC_RELEASE);
    VirtualProtect(&entry, sizeof entry, before, &before);
    return true;
}

std::size_t patch(const Image& image, const IMAGE_IMPORT_DESCRIPTOR& library, std::span<const ImportHook> hooks) {
    std::size_t patched = 0;
    const auto* name = image.at<const IMAGE_THUNK_DATA64>(library.OriginalFirstThunk);
    auto* entry = image.at<IMAGE_THUNK_DATA64>(library.FirstThunk);
    for (; name->u1.AddressOfData != 0; ++name, ++entry) {
        if (IMAGE_SNAP_BY_ORDINAL64(name->u1.Ordinal)) continue;
        const char* symbol = image.at<const IMAGE_IMPORT_BY_NAME>(name->u1.AddressOfData)->Name;
        for (const ImportHook& hook : hooks)
            if (std::strcmp(symbol, hook.symbol) == 0 && replaceEntry(entry->u1.Function, hook)) ++patched;
    }
    return patched;
}

} // namespace

std::size_t installImportHooks(HMODULE module, std::span<const ImportHook> hooks) {
    if (module == nullptr) return 0;
    const Image image{reinterpret_cast<std::uintptr_t>(module)};
    std::size_t patched = 0;
    const IMAGE_IMPORT_DESCRIPTOR* library = image.imports();
    for (; library != nullptr && library->Name != 0; ++library)
        if (library->OriginalFirstThunk != 0 && isHookedLibrary(image.at<const char>(library->Name)))
            patched += patch(image, *library, hooks);
    return patched;
}

} // namespace uaescope::plugin
