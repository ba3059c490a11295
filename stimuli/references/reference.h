// Included by the reference of every kernel in the library, stimuli/<suite>/<kernel>/reference.cpp:
//
//     #include "heddle/references/reference.h"
//
//     namespace heddle {
//     HEDDLE_REFERENCE("polybench/gemm")(ReferenceMemory& memory) {
//         const auto n = memory.integer("N");
//         const auto a = memory.buffer<float>("A");
//         ...
//     }
//     }  // namespace heddle
//
// The function finds the constants and the initial buffers of the stimulus and changes the buffers into what they must
// hold at the end.
#pragma once

#include "heddle/stimulus/reference.h"

namespace heddle {

constexpr bool same_text(const char* a, const char* b) {
    while (*a && *a == *b) ++a, ++b;
    return *a == *b;
}

}  // namespace heddle

// heddle_kernel() of stimuli/CMakeLists.txt says which folder is compiled and what its function is called, so that the
// registry can name every function: the linker leaves none of them out of a static library.
#define HEDDLE_REFERENCE(name)                                                       \
    static_assert(::heddle::same_text(name, HEDDLE_REFERENCE_FOLDER),                \
                  "a reference is named like its folder: " HEDDLE_REFERENCE_FOLDER); \
    void HEDDLE_REFERENCE_FUNCTION
