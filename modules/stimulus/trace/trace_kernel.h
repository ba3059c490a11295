// A traced kernel: the file that its blocks come from.
#pragma once

#include "heddle/stimulus/trace/block_store.h"
#include "heddle/stimulus/trace/recorded_kernel.h"

namespace heddle::traces {

class TraceKernel final : public RecordedKernel {
public:
    // Reads the header. Throws InputError.
    explicit TraceKernel(std::string path);
    // The same from any source, for tests.
    TraceKernel(const std::string& name, std::unique_ptr<ByteSource> source, std::size_t ahead_bytes);

    // begin() starts to read the blocks; end() checks that the file ends as it should.
    void begin() override;
    void end() override;
    void prepare(const RecordedKernel* before) override;
    [[nodiscard]] std::unique_ptr<WarpExecutor> make_executor() const override;

    std::uint64_t spilled_blocks() const { return store_ ? store_->spilled_blocks() : 0; }

private:
    void start_reading(std::shared_ptr<ReadingGate> gate);

    std::string path_;
    std::unique_ptr<LineReader> lines_;
    std::size_t ahead_bytes_ = BlockStore::default_ahead_bytes;
    std::unique_ptr<BlockStore> store_;
};

}  // namespace heddle::traces
