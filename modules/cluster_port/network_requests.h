// Where a cluster port with a filter keeps what it needs to know of its requests in the network. Plain C++.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace heddle {

// The packet carries the number of an entry. The address is kept too, because that of the reply may be another one: an
// interconnect may translate it.
class NetworkRequests {
public:
    struct Entry {
        std::uint64_t address;
        std::uint16_t control;  // the core, and whether the filter keeps track of the request
        bool used;
    };
    static constexpr std::size_t max_entries = std::numeric_limits<std::uint16_t>::max();

    bool full() const { return free_.empty() && entries_.size() == max_entries; }
    [[nodiscard]] unsigned enter(std::uint64_t address, unsigned control) {
        if (free_.empty()) {
            free_.push_back(static_cast<std::uint16_t>(entries_.size()));
            entries_.push_back({});
        }
        const unsigned number = free_.back();
        free_.pop_back();
        entries_[number] = {address, static_cast<std::uint16_t>(control), true};
        return number;
    }
    bool contains(unsigned number) const { return number < entries_.size() && entries_[number].used; }
    Entry leave(unsigned number) {
        entries_[number].used = false;
        free_.push_back(static_cast<std::uint16_t>(number));
        return entries_[number];
    }

private:
    std::vector<Entry> entries_;
    std::vector<std::uint16_t> free_;
};

}  // namespace heddle
