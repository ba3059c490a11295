// Where all pooled payloads live. It is one region of memory, for two reasons: its bounds tell a pooled payload from a
// foreign one without a look at the extension array, and huge pages spare the host address translations.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace heddle {

class PayloadArena {
public:
    // Aligned to a host cache line. Memory is never given back: pools reuse their payloads, and live as long as the
    // model. Null when the region is used up (4 GiB) or could not be had; pools then take memory elsewhere.
    static void* allocate(std::size_t bytes);
    static bool contains(const void* address) { return reinterpret_cast<std::uintptr_t>(address) - begin_ < size_; }

private:
    static void reserve();
    static inline std::uintptr_t begin_ = 0;
    static inline std::uintptr_t size_ = 0;  // 0: nothing is inside
    static inline std::atomic<std::uintptr_t> used_ = 0;
};

}  // namespace heddle
