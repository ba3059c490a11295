// Which set a line belongs to: its number modulo any number of sets (the default L1 has 96).
#pragma once

#include <cstdint>

namespace heddle {

class SetIndex {
public:
    explicit SetIndex(unsigned sets) : sets_(sets), mask_((sets & (sets - 1)) == 0 ? sets - 1 : no_mask) {}

    unsigned operator()(std::uint64_t line) const {
        if (mask_ != no_mask) return static_cast<unsigned>(line) & mask_;
        return static_cast<unsigned>(line % sets_);
    }
    unsigned sets() const { return sets_; }

private:
    static constexpr unsigned no_mask = ~0u;
    unsigned sets_, mask_;
};

}  // namespace heddle
