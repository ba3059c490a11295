#include "heddle/memory_controller/dram_requests.h"

#include <algorithm>

namespace heddle {

inline void DramRequests::set_hits(unsigned bank, unsigned hits) {
    of_bank_[bank].hits = static_cast<std::uint16_t>(hits);
    hit_banks_ = hits ? hit_banks_ | bank_bit(bank) : hit_banks_ & ~bank_bit(bank);
}

void DramRequests::push(const DramRequest& arriving, bool hit) {
    if (requests_.size() == requests_.capacity()) {
        requests_.erase(requests_.begin(), begin());
        first_ = 0;
    }
    requests_.push_back(arriving);
    DramRequest& request = requests_.back();
    // Reads do not conflict with reads.
    if (request.is_write || writes_)
        request.conflicts = static_cast<std::uint16_t>(
            std::count_if(begin(), end() - 1, [&](const DramRequest& older) { return older.conflicts_with(request); }));
    writes_ += request.is_write;
    request.hits = hit;
    OfBank& bank = of_bank_[request.bank];
    ++bank.waiting;
    waiting_banks_ |= bank_bit(request.bank);
    if (hit) set_hits(request.bank, bank.hits + 1u);
}

// The fewer of the older and the younger requests move up. The chosen one is mostly among the oldest.
inline void DramRequests::close_gap(unsigned index) {
    if (index < size() / 2) {
        std::move_backward(begin(), begin() + index, begin() + index + 1);
        ++first_;
    } else {
        requests_.erase(begin() + index);
    }
}

void DramRequests::remove(unsigned index) {
    const DramRequest served = (*this)[index];
    close_gap(index);
    if (writes_)
        std::for_each(begin() + index, end(), [&](DramRequest& request) {
            if (request.conflicts_with(served)) --request.conflicts;
        });
    writes_ -= served.is_write;
    OfBank& bank = of_bank_[served.bank];
    if (--bank.waiting == 0) waiting_banks_ &= ~bank_bit(served.bank);
    set_hits(served.bank, bank.hits - 1u);
}

void DramRequests::row_opened(unsigned bank, std::uint64_t row) {
    unsigned hits = 0;
    for (DramRequest& request : *this) {
        if (request.row != row || request.bank != bank) continue;
        request.hits = true;
        ++hits;
    }
    set_hits(bank, hits);
}

void DramRequests::row_closed(unsigned bank) {
    if (!of_bank_[bank].hits) return;
    for (DramRequest& request : *this)
        if (request.bank == bank) request.hits = false;
    set_hits(bank, 0);
}

}  // namespace heddle
