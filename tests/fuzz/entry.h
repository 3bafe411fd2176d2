// What libFuzzer, AFL in its libFuzzer mode, and our own run_corpus.cpp call with each input.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
