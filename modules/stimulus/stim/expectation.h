// What a buffer must hold at the end, and the comparison.
#pragma once

#include <memory>

#include "heddle/stimulus/stim/buffers.h"
#include "heddle/stimulus/stim/reference_result.h"

namespace heddle::stim {

class Expectation {
public:
    Expectation(const Source& source, const ExpectSyntax& syntax, Buffers& buffers, const ReferenceResult& reference);

    void check(HostMemory& memory, CheckResult& result) const;

private:
    bool matches(const Lanes& found, const Lanes& wanted, unsigned lane) const;
    void report(std::uint64_t index, const Lanes& found, const Lanes& wanted, unsigned lane, CheckResult& result) const;
    std::string shown(const Lanes& values, unsigned lane) const;

    const Source& source_;
    Position at_;
    MemoryArray array_;
    std::uint64_t first_ = 0, last_ = 0;
    double tolerance_ = 0;
    std::unique_ptr<Contents> contents_;
};

}  // namespace heddle::stim
