// Packed traces written in a test.
#pragma once

#include <fstream>
#include <iterator>

#include "folder.h"
#include "heddle/stimulus/trace/packed/packer.h"
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

}  // namespace heddle::traces::test
