// Chooses the warp that issues among those that can. Plain C++; warps are slots 0..63 and masks of them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace heddle {

class WarpScheduler {
public:
    virtual ~WarpScheduler() = default;
    // A warp becomes resident (as the youngest) or leaves. `cta` is the place of its CTA in the SM.
    virtual void add(unsigned slot, unsigned cta) = 0;
    virtual void remove(unsigned slot) = 0;
    // The warp to issue from; `ready` is not zero.
    unsigned pick(std::uint64_t ready) {
        std::uint64_t best = ready & preferred_;
        if (!best) best = choose(ready);
        const unsigned slot = static_cast<unsigned>(__builtin_ctzll(best));
        preferred_ = preferred_next_ << slot;
        return slot;
    }

protected:
    // Of the ready warps among these, in relation to the one that has issued last as bit 0, the first issues next.
    static constexpr std::uint64_t itself = 1, those_behind_it = ~itself;
    explicit WarpScheduler(std::uint64_t preferred_next) : preferred_next_(preferred_next) {}
    void prefer_no_more(std::uint64_t warps) { preferred_ &= ~warps; }

private:
    // When no ready warp is preferred: those of which the first issues.
    virtual std::uint64_t choose(std::uint64_t ready) = 0;

    std::uint64_t preferred_ = 0;
    const std::uint64_t preferred_next_;
};

std::unique_ptr<WarpScheduler> make_warp_scheduler(const std::string& name);

}  // namespace heddle
