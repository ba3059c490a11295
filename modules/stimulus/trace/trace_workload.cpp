#include "heddle/stimulus/trace/trace_workload.h"

#include <iostream>

#include "heddle/base/error.h"
#include "heddle/stimulus/trace/packed/packed_kernel.h"
#include "heddle/stimulus/trace/trace_kernel.h"

namespace heddle::traces {
namespace {

KernelsList read_list(const std::string& path) {
    std::unique_ptr<ByteSource> source;
    try {
        source = open_bytes(path);
    } catch (const std::runtime_error& error) {
        throw InputError(path + ": " + error.what());
    }
    LineReader lines(path, std::move(source));
    return read_kernels_list(lines);
}

std::string folder_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == path.npos ? "" : path.substr(0, slash + 1);
}

}  // namespace

TraceWorkload::TraceWorkload(const std::string& path) : TraceWorkload(path, &std::cerr) {}

TraceWorkload::TraceWorkload(const std::string& path, std::ostream* warnings) : path_(path), warnings_(warnings) {
    if (packed::is_packed(path))
        open_packed();
    else
        open_list();
    // The machine is built meanwhile.
    kernels_[0]->prepare(nullptr);
}

void TraceWorkload::open_packed() {
    const auto file = std::make_shared<const packed::MappedFile>(path_);
    list_ = file->list();
    for (std::uint32_t i = 0; i < file->kernels(); ++i)
        kernels_.push_back(std::make_unique<packed::PackedKernel>(file, i));
}

void TraceWorkload::open_list() {
    list_ = read_list(path_);
    for (const KernelsList::Kernel& kernel : list_.kernels) {
        const std::string file = folder_of(path_) + kernel.file;
        try {
            kernels_.push_back(std::make_unique<TraceKernel>(file));
        } catch (const InputError& error) {
            throw InputError(path_ + ":" + std::to_string(kernel.line) +
                             ": names a trace that cannot be used: " + error.what());
        }
    }
}

// Memory keeps its zeros: the trace knows where the host's copies went, not what they held.
void TraceWorkload::initialise(HostMemory&) {
    next_ = 0;
    notes_ = TraceNotes{};
    kernels_[0]->begin();
}

std::uint32_t TraceWorkload::next_launch(HostMemory&) {
    if (next_ > 0) {
        RecordedKernel& finished = *kernels_[next_ - 1];
        finished.end();
        add_notes(finished.notes());
    }
    if (next_ == kernels_.size()) {
        if (warnings_ && !warnings_text().empty()) *warnings_ << warnings_text() << std::flush;
        return no_more;
    }
    RecordedKernel& kernel = *kernels_[next_++];
    kernel.begin();
    if (next_ < kernels_.size()) kernels_[next_]->prepare(&kernel);
    return next_ - 1;
}

std::uint64_t TraceWorkload::expected_ctas() const {
    std::uint64_t sum = 0;
    for (const auto& kernel : kernels_) sum += kernel->shape().ctas();
    return sum;
}

std::vector<std::string> TraceWorkload::input_files() const {
    std::vector<std::string> files;
    for (const KernelsList::Kernel& kernel : list_.kernels) files.push_back(folder_of(path_) + kernel.file);
    return files;
}

void TraceWorkload::add_notes(const TraceNotes& notes) {
    for (const auto& [opcode, count] : notes.unknown_opcodes) notes_.unknown_opcodes[opcode] += count;
    notes_.misaligned_accesses += notes.misaligned_accesses;
    notes_.wrapped_shared_accesses += notes.wrapped_shared_accesses;
}

std::string TraceWorkload::warnings_text() const {
    std::string text;
    const auto say = [&](const std::string& message) { text += "warning: " + path_ + ": " + message + "\n"; };
    if (!notes_.unknown_opcodes.empty()) {
        std::uint64_t sum = 0;
        std::string names;
        for (const auto& [opcode, count] : notes_.unknown_opcodes) {
            sum += count;
            names += (names.empty() ? "" : ", ") + opcode + " (" + std::to_string(count) + ")";
        }
        say(std::to_string(sum) + " warp instructions have an opcode that is not in the table and ran as ALU " +
            "instructions: " + names);
    }
    if (notes_.misaligned_accesses > 0)
        say(std::to_string(notes_.misaligned_accesses) +
            " memory instructions have addresses that are no multiple of their width; they were rounded down");
    if (notes_.wrapped_shared_accesses > 0)
        say(std::to_string(notes_.wrapped_shared_accesses) +
            " memory instructions go beyond the block's shared memory; they were taken modulo its size");
    if (list_.ignored_lines > 0)
        say(std::to_string(list_.ignored_lines) +
            " lines are neither a kernel nor a MemcpyHtoD and were ignored, the "
            "first is line " +
            std::to_string(list_.first_ignored_line));
    return text;
}

}  // namespace heddle::traces
