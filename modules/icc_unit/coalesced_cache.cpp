#include "heddle/icc_unit/coalesced_cache.h"

#include <cstring>

namespace heddle {

const std::uint8_t* CoalescedCache::look_up(std::uint64_t line) {
    const unsigned way = tags_.find(line);
    if (way == TagArray::none) return nullptr;
    tags_.touch(way);
    return &bytes_[std::size_t{way} * line_bytes];
}

bool CoalescedCache::insert(std::uint64_t line, const std::uint8_t* bytes) {
    unsigned way = tags_.find(line);
    bool evicts = false;
    if (way == TagArray::none) {
        const TagArray::Reservation reservation = tags_.reserve(line);
        way = reservation.way;
        evicts = reservation.displaced;
        used_ += !evicts;
        tags_.fill(way, tags_.all_sectors());
    }
    tags_.touch(way);
    std::memcpy(&bytes_[std::size_t{way} * line_bytes], bytes, line_bytes);
    return evicts;
}

bool CoalescedCache::drop(std::uint64_t line) {
    const unsigned way = tags_.find(line);
    if (way == TagArray::none) return false;
    tags_.invalidate(way);
    --used_;
    return true;
}

unsigned CoalescedCache::drop_all() {
    const unsigned dropped = used_;
    tags_.invalidate_all();
    used_ = 0;
    return dropped;
}

}  // namespace heddle
