#include <sanitizer/asan_interface.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>

#include "heddle/base/error.h"
#include "heddle/stimulus/trace/packed/packed_kernel.h"
#include "resealer.h"
#include "run_blocks.h"
#include "targets.h"

namespace heddle::fuzz {
namespace {

using namespace traces::packed;

constexpr std::uint32_t most_kernels = 4, most_blocks = 4;

// A file without a place on a disk.
class MemoryFile {
public:
    explicit MemoryFile(const std::string& bytes) : descriptor_(::memfd_create("fuzz.htrace", MFD_CLOEXEC)) {
        if (descriptor_ < 0 || ::write(descriptor_, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
            throw std::runtime_error("no memory for a file");
    }
    ~MemoryFile() { ::close(descriptor_); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

private:
    int descriptor_;
};

// While it lives, AddressSanitizer reports accesses to other parts of the mapped file than were allowed last.
class Guard {
public:
    Guard(const MappedFile& file, const std::string& bytes)
        : bytes_(bytes),
          data_(file.checked(0, 0, checksum(nullptr, 0), "")),
          mapped_((bytes.size() + page - 1) / page * page) {}
    ~Guard() { ASAN_UNPOISON_MEMORY_REGION(data_, mapped_); }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

    void allow_all() const {
        ASAN_UNPOISON_MEMORY_REGION(data_, mapped_);
        ASAN_POISON_MEMORY_REGION(data_ + bytes_.size(), mapped_ - bytes_.size());
    }
    // What the warps of a block need: the block, and what follows the kernel's head.
    void allow_block(const KernelPlace& kernel, std::uint32_t cta) const {
        KernelHead head;
        BlockPlace block;
        std::memcpy(&head, &bytes_[kernel.offset], sizeof head);
        std::memcpy(&block, &bytes_[kernel.offset + sizeof head + cta * sizeof block], sizeof block);
        const std::uint64_t warps = (std::uint64_t{head.block[0]} * head.block[1] * head.block[2] + 31) / 32;
        ASAN_POISON_MEMORY_REGION(data_, mapped_);
        allow(kernel.offset + sizeof head, kernel.bytes - sizeof head);
        allow(block.offset, warps * sizeof(traces::BlockWarp) + block.words * sizeof(std::uint32_t));
    }

private:
    static constexpr std::size_t page = 4096;

    void allow(std::uint64_t offset, std::uint64_t bytes) const {
        if (offset <= bytes_.size() && bytes <= bytes_.size() - offset)
            ASAN_UNPOISON_MEMORY_REGION(data_ + offset, padded(bytes));
    }

    const std::string& bytes_;
    const char* data_;
    std::size_t mapped_;
};

bool accepted(const std::string& bytes) {
    const MemoryFile memory(bytes);
    try {
        const auto file = std::make_shared<const MappedFile>(memory.path());
        const Guard guard(*file, bytes);
        (void)file->list();
        for (std::uint32_t i = 0; i < std::min(file->kernels(), most_kernels); ++i) {
            guard.allow_all();
            const KernelPlace place = file->kernel(i);
            PackedKernel kernel(file, i);
            kernel.begin();
            run_blocks(kernel, most_blocks, [&](std::uint32_t cta) { guard.allow_block(place, cta); });
            kernel.end();
        }
        return true;
    } catch (const InputError&) {
        return false;
    }
}

}  // namespace

bool packed(const std::string& bytes) {
    accepted(bytes);
    if (bytes.size() < sizeof(FileHead)) return false;
    std::string repaired = bytes;
    FileHead head;
    std::memcpy(&head, repaired.data(), sizeof head);
    head.opcodes_checksum = opcodes_checksum();
    head.file_bytes = repaired.size();
    std::memcpy(repaired.data(), &head, sizeof head);
    Resealer(repaired).run();
    return accepted(repaired);
}

}  // namespace heddle::fuzz
