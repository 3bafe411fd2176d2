#include "analyzer/models/dos_error.h"

#include <algorithm>
#include <array>

namespace uaescope::models {

namespace {

struct DosError {
    std::uint32_t number;
    const char* text;
};

// The numbers of dos/dos.h.
constexpr std::array<DosError, 26> dosErrors{{
    {103, "no free memory"},
    {202, "object in use"},
    {203, "object exists already"},
    {204, "directory not found"},
    {205, "object not found"},
    {206, "bad stream name"},
    {207, "object too large"},
    {209, "action not known"},
    {210, "bad component name"},
    {211, "bad lock"},
    {212, "object of wrong type"},
    {213, "disk not validated"},
    {214, "disk write protected"},
    {215, "rename across devices"},
    {216, "directory not empty"},
    {218, "device not mounted"},
    {219, "seek error"},
    {220, "comment too long"},
    {221, "disk full"},
    {222, "protected from deletion"},
    {223, "protected from writing"},
    {224, "protected from reading"},
    {225, "not a DOS disk"},
    {226, "no disk in drive"},
    {232, "no more entries"},
    {233, "object is a soft link"},
}};

} // namespace

QString dosErrorText(std::uint32_t ioErr) {
    const auto known = std::find_if(dosErrors.begin(), dosErrors.end(),
                                    [ioErr](const DosError& error) { return error.number == ioErr; });
    const QString number = QString::number(ioErr);
    return known == dosErrors.end() ? number : number + ' ' + known->text;
}

} // namespace uaescope::models
