// Packed traces written in a test, and the checksums of changed ones.
#pragma once

#include <cstring>
#include <fstream>
#include <iterator>

#include "folder.h"
#include "heddle/stimulus/trace/packed/packer.h"
#include "heddle/stimulus/trace/packed/part_writer.h"
#include "heddle/stimulus/trace/trace_workload.h"
#include "trace_text.h"

namespace heddle::traces::test {

inline std::string bytes_of_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// The name of the packed file.
inline std::string packed_of(const Folder& folder, const std::string& list = "kernelslist.g") {
    packed::pack(folder.path() + "/" + list, folder.path() + "/packed.htrace");
    return folder.path() + "/packed.htrace";
}

// The instructions of all launches, and the warnings without the file's name.
struct WorkloadRun {
    std::vector<Seen> seen;
    std::string warnings;
};

inline WorkloadRun run_workload(const std::string& path) {
    TraceWorkload workload(path, nullptr);
    SparseMemory memory;
    Recorder recorder;
    workload.initialise(memory);
    for (std::uint32_t id; (id = workload.next_launch(memory)) != Workload::no_more;)
        run_grid(workload.kernel(id), memory, recorder);
    std::string warnings = workload.warnings_text();
    for (std::size_t at; (at = warnings.find(path)) != std::string::npos;) warnings.erase(at, path.size());
    return {recorder.seen, warnings};
}

inline bool same(const Seen& a, const Seen& b) {
    const WarpInstruction &x = a.instruction, &y = b.instruction;
    return a.cta == b.cta && a.warp == b.warp && a.active == b.active && a.bytes == b.bytes &&
           a.bypass_l1 == b.bypass_l1 && a.atomic_op == b.atomic_op && a.atomic_type == b.atomic_type &&
           a.address == b.address && a.first_data == b.first_data && a.sources() == b.sources() &&
           a.destinations() == b.destinations() && x.operation == y.operation && x.unit == y.unit &&
           x.space == y.space && x.read_only == y.read_only && x.pc == y.pc && x.line == y.line;
}

inline bool same(const WorkloadRun& a, const WorkloadRun& b) {
    return a.warnings == b.warnings && a.seen.size() == b.seen.size() &&
           std::equal(a.seen.begin(), a.seen.end(), b.seen.begin(),
                      [](const Seen& x, const Seen& y) { return same(x, y); });
}

// Gives the parts of a changed file the checksums of what they hold now, as far as they can still be found.
class Resealer {
public:
    explicit Resealer(std::string& bytes) : bytes_(bytes) {}

    void run() {
        packed::FileHead head;
        if (!get(0, head)) return;
        packed::DirectoryHead directory;
        if (get(head.directory_offset, directory))
            for (std::uint64_t i = 0; i < std::min<std::uint64_t>(directory.kernels, 16); ++i)
                seal_kernel(head.directory_offset + sizeof directory + i * sizeof(packed::KernelPlace));
        sum(head.directory_offset, head.directory_bytes, head.directory_checksum);
        head.checksum = packed::checksum(&head, offsetof(packed::FileHead, checksum));
        put(0, head);
    }

private:
    template <class T>
    bool get(std::uint64_t offset, T& to) const {
        if (offset > bytes_.size() || bytes_.size() - offset < sizeof to) return false;
        std::memcpy(&to, bytes_.data() + offset, sizeof to);
        return true;
    }
    template <class T>
    void put(std::uint64_t offset, const T& from) {
        std::memcpy(bytes_.data() + offset, &from, sizeof from);
    }
    void sum(std::uint64_t offset, std::uint64_t bytes, std::uint64_t& to) const {
        if (bytes % 8 == 0 && offset <= bytes_.size() && bytes <= bytes_.size() - offset)
            to = packed::checksum(bytes_.data() + offset, bytes);
    }
    void seal_kernel(std::uint64_t at) {
        packed::KernelPlace place;
        packed::KernelHead head;
        if (!get(at, place) || !get(place.offset, head)) return;
        const std::uint64_t warps = (std::uint64_t{head.block[0]} * head.block[1] * head.block[2] + 31) / 32;
        for (std::uint64_t i = 0; i < std::min<std::uint64_t>(head.grid[0], 16); ++i) {
            const std::uint64_t block_at = place.offset + sizeof head + i * sizeof(packed::BlockPlace);
            packed::BlockPlace block;
            if (!get(block_at, block)) break;
            sum(block.offset, packed::padded(warps * sizeof(BlockWarp) + block.words * 4), block.checksum);
            put(block_at, block);
        }
        sum(place.offset, place.bytes, place.checksum);
        put(at, place);
    }

    std::string& bytes_;
};

}  // namespace heddle::traces::test
