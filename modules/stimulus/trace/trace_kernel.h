// A traced kernel: hands the warps' recorded instructions to the SM.
#pragma once

#include "base/host_line.h"
#include "stimulus/trace/block_store.h"

namespace heddle::trace {

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

class TraceKernel final : public Kernel {
public:
    // Reads the header. Throws InputError.
    explicit TraceKernel(std::string path);
    // The same from any source, for tests.
    TraceKernel(const std::string& name, std::unique_ptr<ByteSource> source, std::size_t ahead_bytes);

    // Around a launch. begin() starts to read the blocks; end() checks that the file ends as it should.
    void begin();
    void end();

    const KernelShape& shape() const override { return header_.shape; }
    std::uint32_t scoreboard_registers() const override {
        return header_.shape.registers_per_thread + FormDecoder::copy_registers;
    }
    WarpState* start_warp(std::uint32_t cta, std::uint32_t warp) override;
    void finish_warp(WarpState* warp) override;
    const WarpInstruction& fetch(WarpState& warp) override;
    LaneMask execute(WarpState& warp, LaneAccess* access) override;
    // A trace has no values, so that nothing is written back.
    void write_back(WarpState&, const WarpInstruction&, const LaneAccess&) override {}

    const KernelHeader& header() const { return header_; }
    const TraceNotes& notes() const { return notes_; }
    std::uint64_t spilled_blocks() const { return store_ ? store_->spilled_blocks() : 0; }

private:
    struct Resident {
        std::unique_ptr<Block> block;
        std::uint32_t warps_left = 0;
    };

    void load(TraceWarp& warp) const;
    Resident& resident(std::uint32_t cta);

    std::string path_;
    KernelHeader header_;
    TraceNotes notes_;
    std::unique_ptr<LineReader> lines_;
    std::size_t ahead_bytes_ = BlockStore::default_ahead_bytes;
    std::unique_ptr<BlockStore> store_;
    const DecodedTables* tables_ = nullptr;
    std::unordered_map<std::uint32_t, Resident> residents_;
    std::vector<std::unique_ptr<TraceWarp>> warps_;
    std::vector<TraceWarp*> free_;
};

}  // namespace heddle::trace
