// Hands the recorded instructions of a trace's warps to an SM.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "heddle/base/host_line.h"
#include "heddle/stimulus/trace/block_source.h"

namespace heddle::traces {

// What memory receives from the stores and atomics of a trace, which has no values.
constexpr std::uint8_t store_pattern = 0x5a;

// One line of the host's cache each, because thousands of warps take turns.
struct alignas(host_line_bytes) TraceWarp final : WarpState {
    const std::uint32_t* next = nullptr;       // the next instruction's first word
    const std::uint32_t* addresses = nullptr;  // what the next access takes
    const Form* form = nullptr;                // of the instruction to execute
    std::uint32_t word = 0;                    // its first word
    LaneMask mask = 0;                         // its active lanes
    std::uint32_t argument = 0;                // its step or pattern
};
static_assert(sizeof(TraceWarp) == host_line_bytes, "a warp's state is one line");

class TraceExecutor final : public WarpExecutor {
public:
    // Both outlive the launch.
    TraceExecutor(const KernelShape& shape, BlockSource& source)
        : tables_(source.tables()), shape_(shape), source_(source) {}

    WarpState* start_warp(std::uint32_t cta, std::uint32_t warp) override;
    void finish_warp(WarpState* warp) override;
    const WarpInstruction& fetch(WarpState& warp) override;
    LaneMask execute(WarpState& warp, LaneAccess* access) override;
    Executed execute_arithmetic(WarpState& warp) override;
    // A trace has no values, so that nothing is written back.
    void write_back(WarpState&, const WarpInstruction&, const LaneAccess&) override {}

private:
    struct Resident {
        ResidentBlock block;
        std::uint32_t warps_left = 0;
    };

    void load(TraceWarp& warp) const;
    LaneMask execute_access(TraceWarp& warp, LaneAccess& access) const;
    void fill_access(TraceWarp& warp, LaneAccess& access) const;
    Resident& resident(std::uint32_t cta);

    const DecodedTables& tables_;
    const KernelShape& shape_;
    BlockSource& source_;  // shared by the executors of all SMs; called once for a block and once when it ends
    std::unordered_map<std::uint32_t, Resident> residents_;
    std::vector<std::unique_ptr<TraceWarp>> warps_;
    std::vector<TraceWarp*> free_;
};

}  // namespace heddle::traces
