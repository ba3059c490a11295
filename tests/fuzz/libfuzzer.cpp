// libFuzzer's entry; HEDDLE_FUZZ_TARGET is the function of targets.h to feed.
#include <cstddef>
#include <cstdint>

#include "targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t bytes) {
    heddle::fuzz::HEDDLE_FUZZ_TARGET(std::string(reinterpret_cast<const char*>(data), bytes));
    return 0;
}

// The configuration is linked with SystemC, whose library wants one. libFuzzer has the main program.
extern "C" int sc_main(int, char*[]) {
    return 0;
}
