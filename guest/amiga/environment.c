#include "guest/amiga/environment.h"

#include "guest/amiga/amiga_storage.h"
#include "guest/amiga/dos.h"
#include "guest/amiga/exec.h"
#include "guest/suites/line.h"

/* Bits of AttnFlags, the latest processor first. */
enum { HAS_68881 = 0x10, HAS_68882 = 0x20, HAS_FPU_INSIDE = 0x40 };

/* Custom chips: the upper byte of VPOSR tells Agnus, the lower one of DENISEID Denise; old Denises show noise. */
enum { VPOSR = 0xdff004, DENISE_ID = 0xdff07c };
enum { AGNUS_MASK = 0x2f, ALICE = 0x22, AGNUS_ECS = 0x20, LISA = 0xf8 };

/* FileSystem.resource: its list of entries, and the members of one. */
enum { RESOURCE_ENTRIES = 18, ENTRY_DOSTYPE = 14, ENTRY_VERSION = 18 };

const char* environment_processor(void) {
    static const struct {
        uint16_t flag;
        const char* name;
    } processors[] = {{0x80, "68060"}, {8, "68040"}, {4, "68030"}, {2, "68020"}, {1, "68010"}};
    const uint16_t flags = word_at(exec_base() + EXEC_ATTENTION);
    unsigned index;
    for (index = 0; index < sizeof processors / sizeof processors[0]; ++index)
        if (flags & processors[index].flag) return processors[index].name;
    return "68000";
}

static const char* coprocessor(void) {
    const uint16_t flags = word_at(exec_base() + EXEC_ATTENTION);
    if (flags & HAS_FPU_INSIDE) return "built in";
    if (flags & HAS_68882) return "68882";
    return flags & HAS_68881 ? "68881" : "none";
}

static const char* chips(void) {
    const uint8_t agnus = (uint8_t)(word_at(VPOSR) >> 8) & AGNUS_MASK;
    if ((agnus & ALICE) == ALICE && (uint8_t)word_at(DENISE_ID) == LISA) return "AGA";
    return agnus & AGNUS_ECS ? "ECS" : "OCS";
}

static void find_filesystem(uint32_t dostype, struct environment* environment) {
    const uint32_t resource = exec_open_resource("FileSystem.resource");
    uint32_t entry, next, newest = 0;
    if (resource == 0) return;
    exec_forbid();
    for (entry = long_at(resource + RESOURCE_ENTRIES); (next = long_at(entry)) != 0; entry = next)
        if (long_at(entry + ENTRY_DOSTYPE) == dostype && long_at(entry + ENTRY_VERSION) > newest)
            newest = long_at(entry + ENTRY_VERSION);
    exec_permit();
    environment->filesystem_known = newest != 0;
    environment->version = (uint16_t)(newest >> 16);
    environment->revision = (uint16_t)newest;
}

struct environment environment_of(const struct device_node* node) {
    struct environment environment;
    environment.processor = environment_processor();
    environment.coprocessor = coprocessor();
    environment.chips = chips();
    environment.chip_kb = exec_memory(MEMORY_CHIP) / 1024;
    environment.fast_kb = exec_memory(MEMORY_FAST) / 1024;
    environment.filesystem_known = false;
    /* A host directory has a DosType too, and a filesystem that is the emulator's own. */
    if (node->dostype_known && node->device[0] != 0) find_filesystem(node->dostype, &environment);
    return environment;
}

static void append_version(struct us_line* line, const char* name, uint32_t library) {
    us_line_text(line, name);
    us_line_number(line, word_at(library + LIBRARY_VERSION), 0);
    us_line_text(line, ".");
    us_line_number(line, word_at(library + LIBRARY_REVISION), 0);
}

static void print_machine(const struct environment* environment) {
    struct us_line line;
    us_line_clear(&line);
    us_line_text(&line, "Machine: ");
    us_line_text(&line, environment->processor);
    us_line_text(&line, ", FPU ");
    us_line_text(&line, environment->coprocessor);
    us_line_text(&line, ", ");
    us_line_text(&line, environment->chips);
    append_version(&line, ", exec ", exec_base());
    append_version(&line, ", dos ", dos_library);
    us_line_text(&line, ", ");
    us_line_number(&line, environment->chip_kb, 0);
    us_line_text(&line, " KB chip, ");
    us_line_number(&line, environment->fast_kb, 0);
    us_line_text(&line, " KB fast");
    amiga_print(line.text);
}

static void print_volume(const struct environment* environment, const struct us_volume* volume,
                         const struct us_info* info) {
    struct us_line line;
    us_line_clear(&line);
    us_line_text(&line, "Volume: ");
    us_line_text(&line, volume->name);
    us_line_text(&line, ", DosType ");
    if (volume->dostype_known)
        us_line_hex(&line, volume->dostype, 8);
    else
        us_line_text(&line, "unknown");
    us_line_text(&line, ", filesystem ");
    if (environment->filesystem_known) {
        us_line_number(&line, environment->version, 0);
        us_line_text(&line, ".");
        us_line_number(&line, environment->revision, 0);
    } else {
        us_line_text(&line, "version unknown");
    }
    us_line_text(&line, ", buffers ");
    if (volume->buffers < 0)
        us_line_text(&line, "unknown");
    else
        us_line_number(&line, (uint32_t)volume->buffers, 0);
    us_line_text(&line, ", ");
    us_line_number(&line, info->blocks, 0);
    us_line_text(&line, " blocks of ");
    us_line_number(&line, info->block_bytes, 0);
    us_line_text(&line, " bytes");
    amiga_print(line.text);
}

static void print_device(const struct device_node* node) {
    struct us_line line;
    if (node->device[0] == 0 || node->envec_count <= ENVEC_MASK) return;
    us_line_clear(&line);
    us_line_text(&line, "Device: ");
    us_line_text(&line, node->device);
    us_line_text(&line, " ");
    us_line_number(&line, node->unit, 0);
    us_line_text(&line, ", MaxTransfer 0x");
    us_line_hex(&line, node->envec[ENVEC_MAX_TRANSFER], 8);
    us_line_text(&line, ", Mask 0x");
    us_line_hex(&line, node->envec[ENVEC_MASK], 8);
    us_line_text(&line, ", BufMemType ");
    us_line_number(&line, node->envec[ENVEC_BUFFER_MEMORY], 0);
    amiga_print(line.text);
}

void environment_print(const struct environment* environment, const struct us_volume* volume,
                       const struct device_node* node, const struct us_info* info) {
    print_machine(environment);
    print_volume(environment, volume, info);
    print_device(node);
    amiga_print("");
}
