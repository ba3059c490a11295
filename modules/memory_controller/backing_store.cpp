#include "heddle/memory_controller/backing_store.h"

namespace heddle {

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
    if (!page) page = (pages_[number] = std::make_unique<Page>()).get();
    return page->data() + address % page_bytes;
}

}  // namespace heddle
