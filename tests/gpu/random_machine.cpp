#include "random_machine.h"

#include <iterator>
#include <vector>

#include "combined_features.h"

namespace heddle::testing {
namespace {

constexpr unsigned words = 4096, bins = 64;

std::string set(const std::string& key, const std::string& value) {
    return " --set " + key + "=" + value;
}

const std::vector<std::string>& queues() {
    static const std::vector<std::string> keys{"lsu.queue_entries",
                                               "lsu.pending_instructions",
                                               "l1_cache.request_queue_entries",
                                               "l1_cache.miss_queue_entries",
                                               "l1_cache.mshr_entries",
                                               "cluster_port.injection_buffer_packets",
                                               "crossbar.ejection_buffer_packets",
                                               "l2_slice.mshr_entries",
                                               "memory_controller.queue_entries"};
    return keys;
}

// Kernels in PTX, of some thousand cycles.
const std::vector<std::string>& short_stimuli() {
    static const std::vector<std::string> folders{
        "cuda_sdk/transpose_columns", "cuda_sdk/dct8x8",  "gpgpusim/aes",          "gpgpusim/mum",
        "polybench/2dconv",           "polybench/3dconv", "cuda_sdk/blackscholes", "micro_ptx/vector_add"};
    return folders;
}

}  // namespace

std::string RandomMachine::options() {
    std::string text = " --system small --set l1_cache.size_bytes=4096 --set l2_slice.size_bytes=16K";
    text += set("topology.clusters", std::to_string(from_to(1, 6)));
    text += set("topology.sms_per_cluster", std::to_string(from_to(1, 3)));
    text += set("topology.memory_partitions", std::to_string(from_to(1, 4)));
    for (const char* clock : {"core", "noc", "noc1", "l2", "dram"})
        if (one_of(3)) text += set("clock." + std::string(clock) + "_mhz", std::to_string(from_to(300, 3000)));
    for (const std::string& queue : queues())
        if (one_of(6)) text += set(queue, std::to_string(from_to(1, 4)));
    text += set("sm.scheduler", std::vector<std::string>{"gto", "lrr", "oldest_cta"}[below(3)]);
    text += set("sm.schedulers", std::to_string(from_to(1, 4)));
    for (const char* key :
         {"address_map.hashed", "address_map.partitions_first", "l2_slice.fetch_on_read", "sm.atomic_holds_warp"})
        text += set(key, one_of(2) ? "true" : "false");
    const auto& features = combined_features();
    for (unsigned count = below(5); count > 0; --count)
        for (const std::string& setting : std::next(features.begin(), below(features.size()))->second)
            text += " --set " + setting;
    if (one_of(3)) text += set("l2_slice.store_bytes_per_cycle", std::to_string(4 << below(4)));
    if (one_of(3)) text += set("l2_slice.atomic_interval_percent", std::to_string(from_to(100, 1000)));
    const bool in_order = text.find("=warppool") == std::string::npos && text.find("=mrpb") == std::string::npos;
    if (in_order && one_of(2)) text += set("sm.barrier_awaits_stores", "false");
    return text;
}

std::string RandomMachine::stimulus() {
    const std::string count = "[" + std::to_string(words) + "]";
    std::string text = "buffer DRAWN_VALUES u32" + count + " = random(" + std::to_string(from_to(1, 999)) +
                       ", 0, 65535)\n" + "buffer DRAWN_SUMS u32" + count + " = zero\nbuffer DRAWN_BINS u32[" +
                       std::to_string(bins) + "] = zero\n";
    for (unsigned number = from_to(1, 2); number > 0; --number) text += kernel(number);
    const auto& shipped = short_stimuli();
    if (one_of(2))
        text += "include \"" HEDDLE_SOURCE_DIR "/stimuli/" + shipped[below(shipped.size())] + "/test.stim\"\n";
    return text;
}

std::string RandomMachine::kernel(unsigned number) {
    const unsigned threads = from_to(1, 96);
    const bool shared = one_of(2);
    std::string text = "kernel k" + std::to_string(number) + " grid " + std::to_string(from_to(1, 12)) + " block " +
                       std::to_string(threads) + " registers " + std::to_string(from_to(8, 32)) + "\n";
    if (shared) text += "shared tile u32[" + std::to_string(threads) + "]\n";
    text += "i = cta * ntid + tid\nv : u32 = i\n";
    text += "for k in 0.." + std::to_string(from_to(1, 4)) + "\n";
    for (unsigned steps = from_to(1, 4); steps > 0; --steps) text += step();
    if (shared) text += "store tile[tid] = v\nbarrier\nw = load tile[ntid - 1 - tid]\nbarrier\nv = v + w\n";
    return text + "end\nstore DRAWN_SUMS[i % " + std::to_string(words) + "] = v\nend\n";
}

std::string RandomMachine::step() {
    const std::string some = one_of(3) ? "(tid + k) % " + std::to_string(from_to(2, 5)) + " == 0" : "";
    std::string text;
    switch (below(4)) {
        case 0:
            text = "atomic.add DRAWN_BINS[v % " + std::to_string(from_to(1, bins)) + "], 1\n";
            break;
        case 1:
            text = "store DRAWN_SUMS[" + index() + "] = v\n";
            break;
        case 2:
            text = "x = load DRAWN_SUMS[" + index() + "]\nv = v + x\n";
            break;
        default:
            text = "a = load DRAWN_VALUES[" + index() + "]\nv = v + a\n";
            break;
    }
    return some.empty() ? text : "if " + some + "\n" + text + "end\n";
}

std::string RandomMachine::index() {
    if (one_of(5)) return "v % " + std::to_string(words);
    const unsigned strides[] = {0, 1, 1, 1, 2, 5, 32, 33};
    return "(i * " + std::to_string(strides[below(std::size(strides))]) + " + k * " + std::to_string(below(300)) +
           ") % " + std::to_string(words);
}

}  // namespace heddle::testing
