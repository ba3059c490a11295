#include "heddle/base/payload_arena.h"

#include <sys/mman.h>

#include "heddle/base/host_line.h"

namespace heddle {
namespace {

constexpr std::size_t region_bytes = std::size_t{4} << 30;  // address space only; memory is taken as it is touched

}  // namespace

void PayloadArena::reserve() {
    void* region =
        mmap(nullptr, region_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (region == MAP_FAILED) return;
    madvise(region, region_bytes, MADV_HUGEPAGE);  // only a hint: results do not depend on it
    begin_ = reinterpret_cast<std::uintptr_t>(region);
    size_ = region_bytes;
}

void* PayloadArena::allocate(std::size_t bytes) {
    static const bool reserved = (reserve(), true);
    static_cast<void>(reserved);
    bytes = (bytes + host_line_bytes - 1) / host_line_bytes * host_line_bytes;
    const std::uintptr_t offset = used_.fetch_add(bytes);  // pools of several threads may grow at the same time
    return offset + bytes <= size_ ? reinterpret_cast<void*>(begin_ + offset) : nullptr;
}

}  // namespace heddle
