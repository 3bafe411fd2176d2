#include "uaeplugin/linux/hooks/got_hooks.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <dlfcn.h>
#include <link.h>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

namespace uaescope::plugin {

namespace {

// Through these the emulators do storage I/O, besides the main program: file functions of GLib, gzip files, and
// std::filesystem. Sound, window and driver libraries stay as they are.
constexpr std::array<std::string_view, 3> hookedLibraries = {"/libglib-2.0.so", "/libz.so", "/libstdc++.so"};

bool isHooked(std::string_view module) {
    if (module.empty()) return true; // the main program
    for (const std::string_view library : hookedLibraries)
        if (module.find(library) != std::string_view::npos) return true;
    return false;
}

#ifdef __aarch64__
constexpr auto jumpSlot = R_AARCH64_JUMP_SLOT, globalData = R_AARCH64_GLOB_DAT;
#else
constexpr auto jumpSlot = R_X86_64_JUMP_SLOT, globalData = R_X86_64_GLOB_DAT;
#endif

struct Module {
    std::uintptr_t base = 0;
    const ElfW(Sym) * symbols = nullptr;
    const char* strings = nullptr;
    std::array<std::span<const ElfW(Rela)>, 2> relocations;
    std::uintptr_t readOnlyBegin = 0, readOnlyEnd = 0; // made read-only after relocation (RELRO)
};

const ElfW(Rela) * relocationsAt(ElfW(Addr) address) {
    return reinterpret_cast<const ElfW(Rela)*>(address); // NOLINT: the loader's tables are addresses
}

Module describe(const dl_phdr_info& info) {
    Module module;
    module.base = info.dlpi_addr;
    const ElfW(Dyn)* dynamic = nullptr;
    for (int i = 0; i < info.dlpi_phnum; ++i) {
        const ElfW(Phdr)& header = info.dlpi_phdr[i];
        const std::uintptr_t begin = info.dlpi_addr + header.p_vaddr;
        if (header.p_type == PT_DYNAMIC) dynamic = reinterpret_cast<const ElfW(Dyn)*>(begin); // NOLINT
        if (header.p_type == PT_GNU_RELRO) {
            module.readOnlyBegin = begin;
            module.readOnlyEnd = begin + header.p_memsz;
        }
    }
    ElfW(Addr) tables[2] = {};
    std::size_t sizes[2] = {};
    for (; dynamic != nullptr && dynamic->d_tag != DT_NULL; ++dynamic) {
        switch (dynamic->d_tag) {
        case DT_SYMTAB: module.symbols = reinterpret_cast<const ElfW(Sym)*>(dynamic->d_un.d_ptr); break; // NOLINT
        case DT_STRTAB: module.strings = reinterpret_cast<const char*>(dynamic->d_un.d_ptr); break;      // NOLINT
        case DT_JMPREL: tables[0] = dynamic->d_un.d_ptr; break;
        case DT_PLTRELSZ: sizes[0] = dynamic->d_un.d_val; break;
        case DT_RELA: tables[1] = dynamic->d_un.d_ptr; break;
        case DT_RELASZ: sizes[1] = dynamic->d_un.d_val; break;
        default: break;
        }
    }
    for (int i = 0; i < 2; ++i) module.relocations[i] = {relocationsAt(tables[i]), sizes[i] / sizeof(ElfW(Rela))};
    return module;
}

bool replaceEntry(const Module& module, std::uintptr_t entry, void* replacement) {
    const auto pageSize = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    auto* page = reinterpret_cast<void*>(entry & ~(pageSize - 1)); // NOLINT
    if (mprotect(page, pageSize, PROT_READ | PROT_WRITE) != 0) return false;
    __atomic_store_n(reinterpret_cast<void**>(entry), replacement, __ATOMIC_RELEASE); // NOLINT
    if (entry >= module.readOnlyBegin && entry < module.readOnlyEnd) mprotect(page, pageSize, PROT_READ);
    return true;
}

std::size_t patch(const Module& module, std::span<const GotHook> hooks) {
    std::size_t patched = 0;
    for (const auto& table : module.relocations) {
        for (const ElfW(Rela) & relocation : table) {
            const auto type = ELF64_R_TYPE(relocation.r_info);
            if (type != jumpSlot && type != globalData) continue;
            const char* symbol = module.strings + module.symbols[ELF64_R_SYM(relocation.r_info)].st_name;
            for (const GotHook& hook : hooks) {
                if (*hook.real == nullptr || std::strcmp(symbol, hook.symbol) != 0) continue;
                if (replaceEntry(module, module.base + relocation.r_offset, hook.replacement)) ++patched;
            }
        }
    }
    return patched;
}

// Where the program takes the address of a library's function and is linked to a fixed place, the function's address
// is that of a stub in the program, everywhere in the process; and the stub jumps through the very table that is
// patched.
bool isStubOfProgram(void* address) {
    Dl_info where{};
    void* entry = nullptr;
    return dladdr1(address, &where, &entry, RTLD_DL_SYMENT) != 0 && entry != nullptr &&
           static_cast<const ElfW(Sym)*>(entry)->st_shndx == SHN_UNDEF;
}

// What a call of the symbol reaches: the first definition in the order in which the libraries were loaded.
void* definitionOf(const char* symbol) {
    void* address = dlsym(RTLD_DEFAULT, symbol);
    if (address == nullptr || !isStubOfProgram(address)) return address;
    link_map* modules = nullptr;
    void* program = dlopen(nullptr, RTLD_NOW | RTLD_NOLOAD);
    if (program == nullptr || dlinfo(program, RTLD_DI_LINKMAP, &modules) != 0) return nullptr;
    void* found = nullptr;
    for (const link_map* module = modules->l_next; module != nullptr && found == nullptr; module = module->l_next) {
        void* library = dlopen(module->l_name, RTLD_NOW | RTLD_NOLOAD);
        if (library == nullptr) continue;
        void* candidate = dlsym(library, symbol); // of the library, or of one that it depends on
        Dl_info where{};
        void* owner = nullptr;
        if (candidate != nullptr && dladdr1(candidate, &where, &owner, RTLD_DL_LINKMAP) != 0 && owner == module)
            found = candidate;
        dlclose(library);
    }
    dlclose(program);
    return found;
}

} // namespace

std::size_t installGotHooks(std::span<const GotHook> hooks) {
    struct Work {
        std::span<const GotHook> hooks;
        std::size_t patched = 0;
    } work{hooks};
    for (const GotHook& hook : hooks) *hook.real = definitionOf(hook.symbol);
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* data) {
            auto* into = static_cast<Work*>(data);
            if (isHooked(info->dlpi_name)) into->patched += patch(describe(*info), into->hooks);
            return 0;
        },
        &work);
    return work.patched;
}

} // namespace uaescope::plugin
