// The host's caches are what limits the simulator, so data that is used together lies on the same line of them.
#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace heddle {

constexpr std::size_t host_line_bytes = 64;

// For a line that will be needed a few modules' ticks from now. With thousands of transactions in flight each one's
// state has left the caches by the time it is needed again, and memory is hundreds of host cycles away.
inline void prefetch_host_line(const void* address) {
    __builtin_prefetch(address);
    asm volatile(
        "");  // without it compilers take a function that only prefetches for one without effect and drop calls
}

struct HostLineDelete {
    void operator()(void* memory) const { ::operator delete(memory, std::align_val_t(host_line_bytes)); }
};
// An array of plain data that starts on a line of its own.
template <class T>
using HostLineArray = std::unique_ptr<T[], HostLineDelete>;

template <class T>
HostLineArray<T> make_host_line_array(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<T>, "the array forgets how many there are");
    T* array = static_cast<T*>(::operator new(count * sizeof(T), std::align_val_t(host_line_bytes)));
    std::uninitialized_value_construct_n(array, count);
    return HostLineArray<T>(array);
}

}  // namespace heddle
