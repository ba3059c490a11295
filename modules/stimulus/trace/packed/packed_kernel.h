// A kernel of a packed trace.
#pragma once

#include "heddle/stimulus/trace/packed/packed_blocks.h"
#include "heddle/stimulus/trace/recorded_kernel.h"

namespace heddle::traces::packed {

class PackedKernel final : public RecordedKernel {
public:
    // Throws InputError.
    PackedKernel(std::shared_ptr<const MappedFile> file, std::uint32_t number);

    void begin() override;
    void end() override;
    void prepare(const RecordedKernel*) override {}  // there is nothing to read
    [[nodiscard]] std::unique_ptr<WarpExecutor> make_executor() const override;

private:
    std::shared_ptr<const MappedFile> file_;
    PackedHead head_;
    std::unique_ptr<PackedBlocks> blocks_;
};

}  // namespace heddle::traces::packed
