#include "memory_controller/dram_requests.h"

#include <algorithm>

namespace heddle {

void DramRequests::push(DramRequest request, bool hit) {
    // Reads among reads conflict with nothing.
    if (request.is_write || writes_)
        for (const DramRequest& older : requests_)
            if (older.line == request.line && (older.is_write || request.is_write)) ++request.conflicts;
    writes_ += request.is_write;
    OfBank& bank = of_bank_[request.bank];
    ++bank.waiting;
    waiting_banks_ |= bit(request.bank);
    if (hit) set_hits(request.bank, bank.hits + 1u);
    requests_.push_back(request);
}

void DramRequests::remove(unsigned index) {
    const DramRequest served = requests_[index];
    const auto younger = requests_.erase(requests_.begin() + index);
    if (writes_)
        std::for_each(younger, requests_.end(), [&](DramRequest& request) {
            if (request.line == served.line && (request.is_write || served.is_write)) --request.conflicts;
        });
    writes_ -= served.is_write;
    OfBank& bank = of_bank_[served.bank];
    if (--bank.waiting == 0) waiting_banks_ &= ~bit(served.bank);
    set_hits(served.bank, bank.hits - 1u);
}

void DramRequests::row_opened(unsigned bank, std::uint64_t row) {
    const auto hits = std::count_if(requests_.begin(), requests_.end(), [&](const DramRequest& request) {
        return request.row == row && request.bank == bank;
    });
    set_hits(bank, static_cast<unsigned>(hits));
}

void DramRequests::row_closed(unsigned bank) {
    set_hits(bank, 0);
}

void DramRequests::set_hits(unsigned bank, unsigned hits) {
    of_bank_[bank].hits = static_cast<std::uint16_t>(hits);
    hit_banks_ = hits ? hit_banks_ | bit(bank) : hit_banks_ & ~bit(bank);
}

}  // namespace heddle
