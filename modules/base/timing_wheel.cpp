#include "heddle/base/timing_wheel.h"

namespace heddle {

void TimingWheel::resize(std::size_t modules) {
    words_ = static_cast<unsigned>((modules + 63) / 64);
    due_.assign(std::size_t{slots} * words_, 0);
    busy_ = {};
}

Cycle TimingWheel::next_busy(Cycle now) const {
    const unsigned start = (now + 1) % slots;
    unsigned word = start >> 6;
    std::uint64_t bits = busy_[word] >> (start & 63) << (start & 63);
    for (unsigned looked = 0; looked <= busy_.size(); ++looked) {
        if (bits) {
            const unsigned slot = word * 64 + static_cast<unsigned>(__builtin_ctzll(bits));
            return now + 1 + ((slot - start) % slots);
        }
        word = (word + 1) % busy_.size();
        bits = busy_[word];
    }
    return never;
}

}  // namespace heddle
