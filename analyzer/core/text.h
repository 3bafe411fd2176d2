// Numbers in sentences.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace uaescope::core {

std::string counted(std::uint64_t count, const char* one, const char* many); // "1 mark", "3 marks"
std::string amountText(double amount, const char* one, const char* many);    // as numberText: "1 read", "2.5 reads"
std::string listText(std::span<const std::string> items);                    // "dir", "dir and hdf", "a, b and c"
std::string bytesText(double bytes);      // "1 byte", "512 bytes", "64 KiB", "1.5 MiB"
std::string secondsText(std::int64_t ns); // "1.203 s"
std::string percentText(double share);    // 0.77: "77 %"
std::string numberText(double value);     // whole from 10 on, else one digit after the point: "52", "3.5", "5"
std::string factorText(double value);     // two digits after the point below 10: "1.03", "12.5", "264"

} // namespace uaescope::core
