// Runs what the file says about launches, one launch at a time.
#pragma once

#include <functional>
#include <vector>

#include "heddle/stimulus/stim/host_scope.h"

namespace heddle::stim {

class HostProgram {
public:
    // Both outlive it.
    HostProgram(const HostBlock& block, HostScope& scope) : block_(block), scope_(scope) { restart(); }

    void restart();
    // The next launch, or null. Its loops' variables are in the scope until the next call.
    const HostStatement* next(HostMemory& memory);

private:
    struct Frame {
        const HostBlock* block;
        const HostStatement* owner;  // null: the file itself
        std::size_t at;
        std::int64_t passes;   // begun
        std::int64_t current;  // of a for loop
        std::int64_t last;
    };

    void enter(const HostStatement& statement, HostMemory& memory);
    // The end of a block: another pass, or on behind the loop.
    void come_back(HostMemory& memory);
    bool holds(const HostStatement& statement, HostMemory& memory) const;
    bool goes_on(const Frame& frame) const;
    void set(const HostStatement& statement, HostMemory& memory) const;
    [[noreturn]] void fail(const HostStatement& statement, const std::string& message) const;

    const HostBlock& block_;
    HostScope& scope_;
    std::vector<Frame> frames_;
    std::uint64_t steps_ = 0;
};

// Fails on names and types that are wrong anywhere in the block. Launches are left to `check_launch`.
void check_host_block(const HostBlock& block, HostScope& scope,
                      const std::function<void(const HostStatement&)>& check_launch);

}  // namespace heddle::stim
