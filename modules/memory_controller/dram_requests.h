// The requests that a controller chooses from, in order of arrival, and which banks and rows they need.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "heddle/base/cycle.h"
#include "heddle/memory_controller/dram_banks.h"

namespace tlm {
class tlm_generic_payload;
}

namespace heddle {

// Two of them fill a line of the host's cache. It holds everything that scheduling needs: the payload itself has left
// the host's caches by the time the request is chosen.
struct DramRequest {
    std::uint64_t row = 0;
    std::uint16_t column = 0;  // in lines
    std::uint8_t bytes = 0;
    bool is_atomic = false;
    // Older requests to the same line, if they or this one write. They have to be served before this one.
    std::uint16_t conflicts = 0;
    std::uint8_t bank = 0;
    bool is_write : 1;
    bool needed_activate : 1;  // an activate was issued for it: a row miss
    bool hits : 1;             // its row is open
    Cycle arrival = 0;
    tlm::tlm_generic_payload* payload = nullptr;  // for the controller

    DramRequest() : is_write(false), needed_activate(false), hits(false) {}
    bool conflicts_with(const DramRequest& other) const {
        return row == other.row && column == other.column && bank == other.bank && (is_write || other.is_write);
    }
};

// Which banks have requests, and which have hits (requests for their open row), is kept up to date, so that a choice
// looks at the banks concerned and not at every request.
class DramRequests {
public:
    bool empty() const { return first_ == requests_.size(); }
    unsigned size() const { return static_cast<unsigned>(requests_.size()) - first_; }
    // Storage for twice as many: the places of those that were served first are taken back together, when it is full.
    void reserve(unsigned capacity) { requests_.reserve(std::size_t{2} * capacity); }
    DramRequest& operator[](unsigned index) { return requests_[first_ + index]; }
    const DramRequest& operator[](unsigned index) const { return requests_[first_ + index]; }
    auto begin() { return requests_.begin() + first_; }  // the oldest
    auto end() { return requests_.end(); }
    auto begin() const { return requests_.begin() + first_; }
    auto end() const { return requests_.end(); }

    BankMask waiting_banks() const { return waiting_banks_; }
    BankMask hit_banks() const { return hit_banks_; }
    // Whether one of them hits the open row of the bank.
    bool hit(unsigned bank) const { return hit_banks_ & bank_bit(bank); }
    // Requests for any row of the bank.
    unsigned waiting(unsigned bank) const { return of_bank_[bank].waiting; }

    void push(const DramRequest& request, bool hit);
    // The request was served; its row was open.
    void remove(unsigned index);
    void row_opened(unsigned bank, std::uint64_t row);
    void row_closed(unsigned bank);

private:
    struct OfBank {
        std::uint16_t waiting = 0, hits = 0;
    };
    void set_hits(unsigned bank, unsigned hits);
    void close_gap(unsigned index);

    BankMask waiting_banks_ = 0, hit_banks_ = 0;
    std::vector<DramRequest> requests_;
    unsigned first_ = 0;  // where the oldest is
    unsigned writes_ = 0;
    std::array<OfBank, most_banks> of_bank_{};
};

}  // namespace heddle
