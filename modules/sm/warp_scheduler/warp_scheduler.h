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
    virtual unsigned pick(std::uint64_t ready) = 0;
};

std::unique_ptr<WarpScheduler> make_warp_scheduler(const std::string& name);

}  // namespace heddle
