#include "heddle/memory_controller/backing_store.h"

#include <cstdio>

namespace heddle {

OutOfDeviceMemory::OutOfDeviceMemory(std::uint64_t taken_bytes) {
    std::snprintf(
        text_.data(), text_.size(),
        "the host's memory ran out: a memory controller holds %llu MiB of device memory and needs 64 KiB more",
        static_cast<unsigned long long>(taken_bytes >> 20));
}

BackingStore::Page* BackingStore::allocate(std::uint64_t number) {
    try {
        auto page = std::make_unique<Page>();
        return (pages_[number] = std::move(page)).get();
    } catch (const std::bad_alloc&) {
        throw OutOfDeviceMemory(pages_.size() * page_bytes);
    }
}

BackingStore::Page* BackingStore::find(std::uint64_t number) const {
    Recent& recent = recent_[number % recent_.size()];
    if (number == recent.number) return recent.page;
    const auto it = pages_.find(number);
    if (it == pages_.end()) return nullptr;
    recent = {number, it->second.get()};
    return recent.page;
}

const std::uint8_t* BackingStore::read(std::uint64_t address) const {
    static const Page zero{};
    const Page* page = find(address / page_bytes);
    return (page ? page : &zero)->data() + address % page_bytes;
}

std::uint8_t* BackingStore::write(std::uint64_t address) {
    const std::uint64_t number = address / page_bytes;
    Page* page = find(number);
    if (!page) page = allocate(number);
    return page->data() + address % page_bytes;
}

}  // namespace heddle
