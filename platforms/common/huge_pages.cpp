#include "heddle/platforms/common/huge_pages.h"

#include <cstdint>
#include <cstdlib>  // says whether this is glibc

#if defined(__GLIBC__)
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace heddle {

#if defined(__GLIBC__)

// The heap is grown once, by as much as a run usually needs, and the new part is marked before it is touched. Large
// arrays come from it, too, instead of from mappings of their own.
void prefer_huge_pages() {
    constexpr int heap_bytes = 64 << 20;
    constexpr std::uintptr_t huge_page = 2 << 20;
    mallopt(M_TOP_PAD, heap_bytes);
    mallopt(M_MMAP_THRESHOLD, 32 << 20);          // the most that is allowed
    void* volatile first = std::malloc(1 << 20);  // volatile: a compiler may leave out what is freed at once
    std::free(first);
    const auto end = reinterpret_cast<std::uintptr_t>(sbrk(0));
    const std::uintptr_t begin = (end - heap_bytes + huge_page - 1) / huge_page * huge_page;
    if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
}

#else

void prefer_huge_pages() {}

#endif

}  // namespace heddle
