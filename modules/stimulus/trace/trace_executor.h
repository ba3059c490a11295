// Hands the recorded instructions of a trace's warps to an SM.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "heddle/base/host_line.h"
#include "heddle/stimulus/trace/block_store.h"

namespace heddle::traces {

// What memory receives from the stores and atomics of a trace, which has no values.
constexpr std::uint8_t store_pattern = 0x5a;

// One line of the host's cache each, because thousands of warps take turns.
struct alignas(host_line_bytes) TraceWarp final : WarpState {
    const std::uint32_t* at = nullptr;  // the instruction's first word
    const Form* form = nullptr;         // the instruction's form
    LaneMask mask = 0;                  // and its active lanes
    const std::uint32_t* addresses = nullptr;

    // The line of words behind the one that holds the current instruction.
    void prefetch_next_words() const { prefetch_host_line(at + host_line_bytes / sizeof(*at)); }
};

class TraceExecutor final : public WarpExecutor {
public:
    // Both outlive the launch.
    TraceExecutor(const KernelShape& shape, BlockStore& store)
        : tables_(store.tables()), shape_(shape), store_(store) {}

    WarpState* start_warp(std::uint32_t cta, std::uint32_t warp) override;
    void finish_warp(WarpState* warp) override;
    const WarpInstruction& fetch(WarpState& warp) override;
    LaneMask execute(WarpState& warp, LaneAccess* access) override;
    // A trace has no values, so that nothing is written back.
    void write_back(WarpState&, const WarpInstruction&, const LaneAccess&) override {}

private:
    struct Resident {
        std::unique_ptr<Block> block;
        std::uint32_t warps_left = 0;
    };

    void load(TraceWarp& warp) const;
    Resident& resident(std::uint32_t cta);

    const DecodedTables& tables_;
    const KernelShape& shape_;
    BlockStore& store_;  // shared by the executors of all SMs; called once for a block and once when it ends
    std::unordered_map<std::uint32_t, Resident> residents_;
    std::vector<std::unique_ptr<TraceWarp>> warps_;
    std::vector<TraceWarp*> free_;
};

}  // namespace heddle::traces
