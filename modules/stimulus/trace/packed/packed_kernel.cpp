#include "heddle/stimulus/trace/packed/packed_kernel.h"

#include <stdexcept>

#include "heddle/stimulus/trace/trace_executor.h"

namespace heddle::traces::packed {

PackedKernel::PackedKernel(std::shared_ptr<const MappedFile> file, std::uint32_t number)
    : file_(std::move(file)), head_(read_head(*file_, number)) {
    header_ = head_.header;
    notes_ = head_.notes;
}

void PackedKernel::begin() {
    if (blocks_) return;
    blocks_ = std::make_unique<PackedBlocks>(*file_, head_);
    new_version();
}

void PackedKernel::end() {
    blocks_.reset();
    file_->release();
}

std::unique_ptr<WarpExecutor> PackedKernel::make_executor() const {
    if (!blocks_) throw std::logic_error("the trace of kernel " + header_.shape.name + " has not been begun");
    return std::make_unique<TraceExecutor>(header_.shape, *blocks_);
}

}  // namespace heddle::traces::packed
