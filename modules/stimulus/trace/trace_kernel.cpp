#include "heddle/stimulus/trace/trace_kernel.h"

#include <stdexcept>

#include "heddle/base/error.h"
#include "heddle/stimulus/trace/trace_executor.h"

namespace heddle::traces {
namespace {

std::unique_ptr<LineReader> open_lines(const std::string& path) {
    try {
        return std::make_unique<LineReader>(path, open_bytes(path));
    } catch (const std::runtime_error& error) {
        throw InputError(path + ": " + error.what());
    }
}

}  // namespace

TraceKernel::TraceKernel(std::string path) : path_(std::move(path)) {
    header_ = read_header(*open_lines(path_));
}

TraceKernel::TraceKernel(const std::string& name, std::unique_ptr<ByteSource> source, std::size_t ahead_bytes)
    : path_(name), lines_(std::make_unique<LineReader>(name, std::move(source))), ahead_bytes_(ahead_bytes) {
    header_ = read_header(*lines_);
}

void TraceKernel::begin() {
    if (!store_) start_reading(nullptr);
}

void TraceKernel::prepare(const RecordedKernel* before) {
    const auto* const text = dynamic_cast<const TraceKernel*>(before);
    try {
        if (!store_) start_reading(text && text->store_ ? text->store_->end_gate() : nullptr);
    } catch (const InputError&) {
        lines_.reset();
    }
}

void TraceKernel::start_reading(std::shared_ptr<ReadingGate> gate) {
    if (!lines_) {
        lines_ = open_lines(path_);
        header_ = read_header(*lines_);
    }
    notes_ = TraceNotes{};
    store_ = std::make_unique<BlockStore>(header_, std::move(lines_), notes_, ahead_bytes_, std::move(gate));
    new_version();
}

void TraceKernel::end() {
    if (!store_) return;
    store_->finish();
    store_.reset();
}

std::unique_ptr<WarpExecutor> TraceKernel::make_executor() const {
    if (!store_) throw std::logic_error("the trace of kernel " + header_.shape.name + " has not been begun");
    return std::make_unique<TraceExecutor>(header_.shape, *store_);
}

}  // namespace heddle::traces
