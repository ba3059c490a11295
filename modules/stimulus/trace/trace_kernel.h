// A traced kernel: the file that its blocks come from.
#pragma once

#include "heddle/stimulus/trace/block_store.h"

namespace heddle::traces {

class TraceKernel final : public Kernel {
public:
    // Reads the header. Throws InputError.
    explicit TraceKernel(std::string path);
    // The same from any source, for tests.
    TraceKernel(const std::string& name, std::unique_ptr<ByteSource> source, std::size_t ahead_bytes);

    // The host calls them around a launch, while no SM runs the kernel. begin() starts to read the blocks; end() checks
    // that the file ends as it should.
    void begin();
    void end();

    const KernelShape& shape() const override { return header_.shape; }
    std::uint32_t scoreboard_registers() const override {
        return header_.shape.registers_per_thread + FormDecoder::copy_registers;
    }
    unsigned bytes_per_pc() const override { return 1; }
    bool has_values() const override { return false; }
    // Between begin() and end().
    std::unique_ptr<WarpExecutor> make_executor() const override;

    const KernelHeader& header() const { return header_; }
    const TraceNotes& notes() const { return notes_; }
    std::uint64_t spilled_blocks() const { return store_ ? store_->spilled_blocks() : 0; }

private:
    std::string path_;
    KernelHeader header_;
    TraceNotes notes_;
    std::unique_ptr<LineReader> lines_;
    std::size_t ahead_bytes_ = BlockStore::default_ahead_bytes;
    std::unique_ptr<BlockStore> store_;
};

}  // namespace heddle::traces
