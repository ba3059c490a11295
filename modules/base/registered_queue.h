// A hardware FIFO whose outputs are registered: what is pushed in cycle t shows at t+1 or later, and a slot popped in t
// can be used again at t+1. So neither end sees whether the other was evaluated before or after it in the same cycle.
// Entries are plain data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "heddle/base/cycle.h"
#include "heddle/base/host_line.h"

namespace heddle {

template <class T>
class RegisteredQueue {
public:
    explicit RegisteredQueue(std::size_t capacity) : capacity_(static_cast<std::uint32_t>(capacity)) {
        std::size_t size = 1;
        while (size < capacity && size < first_size) size *= 2;
        entries_ = make_host_line_array<Entry>(size);
        mask_ = static_cast<std::uint32_t>(size - 1);
    }

    bool empty() const { return head_ == tail_; }
    std::size_t size() const { return tail_ - head_; }
    std::size_t capacity() const { return capacity_; }
    [[nodiscard]] bool full(Cycle now) const { return used(now) >= capacity_; }
    // For a queue inside a module, whose tick is at both ends: a slot popped in this cycle can be used at once.
    bool filled() const { return size() >= capacity_; }
    // How many more can be pushed in this cycle.
    std::size_t room(Cycle now) const { return used(now) < capacity_ ? capacity_ - used(now) : 0; }

    // `visible`: the first cycle in which the entry may be seen; entries are seen in the order of their pushes.
    void push(T item, Cycle visible) {
        if (empty()) head_visible_ = visible;
        if (size() > mask_) grow();
        entries_[tail_++ & mask_] = {std::move(item), visible};
    }

    // The same, but in front of all entries that may be seen later than this one.
    void insert(T item, Cycle visible) {
        push(std::move(item), visible);
        for (std::uint32_t i = tail_ - 1; i != head_ && entries_[(i - 1) & mask_].visible > visible; --i)
            std::swap(entries_[(i - 1) & mask_], entries_[i & mask_]);
        head_visible_ = entries_[head_ & mask_].visible;
    }

    [[nodiscard]] bool ready(Cycle now) const { return head_visible_ <= now; }
    // The first cycle in which the head may be seen; never while the queue is empty.
    Cycle head_visible() const { return head_visible_; }
    // The same as ready() for the i-th entry from the head.
    bool ready(Cycle now, std::size_t i) const { return i < size() && entries_[(head_ + i) & mask_].visible <= now; }
    T& head() { return entries_[head_ & mask_].item; }
    const T& head() const { return entries_[head_ & mask_].item; }
    // The first cycle in which the i-th entry from the head may be seen.
    Cycle visible(std::size_t i) const { return entries_[(head_ + i) & mask_].visible; }
    // The i-th entry from the head, for reports and look-ahead.
    const T& at(std::size_t i) const { return entries_[(head_ + i) & mask_].item; }
    T pop(Cycle now) {
        if (last_pop_ != now) {
            last_pop_ = now;
            popped_ = 0;
        }
        ++popped_;
        T item = std::move(entries_[head_ & mask_].item);
        if (++head_ == tail_) {  // starts over at the first entry, which the host has in its cache
            head_ = tail_ = 0;
            head_visible_ = never;
        } else {
            head_visible_ = entries_[head_ & mask_].visible;
            if constexpr (std::is_pointer_v<T>) prefetch_host_line(entries_[head_ & mask_].item);  // looked at next
        }
        return item;
    }

    // When this queue next needs its owner (see Ticked::sleep_or_continue).
    Cycle due(Cycle now, bool progress) const {
        if (head_visible_ > now) return head_visible_;
        return progress ? now + 1 : never;
    }
    // The same for a queue whose head leaves by a link: while the peer back-pressures the link, the peer's call will
    // wake the owner.
    Cycle due(Cycle now, bool progress, bool link_open) const { return link_open ? due(now, progress) : never; }

private:
    struct Entry {
        T item{};
        Cycle visible = 0;
    };
    // A queue with a large capacity is rarely full, so its storage starts small, doubles when needed, and is kept.
    static constexpr std::size_t first_size = 256;
    void grow() {
        const std::uint32_t count = tail_ - head_;
        HostLineArray<Entry> larger = make_host_line_array<Entry>(std::size_t{2} * count);
        for (std::uint32_t i = 0; i < count; ++i) larger[i] = entries_[(head_ + i) & mask_];
        entries_ = std::move(larger);
        head_ = 0;
        tail_ = count;
        mask_ = 2 * count - 1;
    }
    std::uint32_t used(Cycle now) const { return tail_ - head_ + (last_pop_ == now ? popped_ : 0); }

    // Asking whether something is ready touches this line of the host's cache only, not the entries.
    Cycle head_visible_ = never;
    HostLineArray<Entry> entries_;
    Cycle last_pop_ = never;
    std::uint32_t head_ = 0, tail_ = 0, mask_, capacity_, popped_ = 0;
};

}  // namespace heddle
