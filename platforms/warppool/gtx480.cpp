#include "warppool/gtx480.h"

namespace heddle {
namespace {

void set_core(GpuParameters& gpu) {
    gpu.topology.clusters = 15;
    gpu.topology.sms_per_cluster = 1;
    gpu.topology.memory_partitions = 12;
    gpu.clock = {700, 700, 700, 924};
    gpu.sm.shared_bytes = 49152;
    gpu.sm.sfu_latency_cycles = 39;
    gpu.sm.sfu_interval_cycles = 4;
    gpu.lsu.queue_entries = 2;
    gpu.l1_cache.size_bytes = 32768;
    gpu.l1_cache.set_hash = "fermi";
    gpu.l1_cache.request_queue_entries = 2;
}

void set_memory(GpuParameters& gpu) {
    gpu.cluster_port.bus_bytes = 32;
    gpu.crossbar.flit_bytes = 32;
    gpu.crossbar.input_buffer_flits = 8;
    gpu.crossbar.virtual_output_queues = false;
    gpu.l2_slice.size_bytes = 65536;
    gpu.l2_slice.mshr_merges = 4;
    gpu.l2_slice.miss_queue_entries = 4;
    gpu.memory_controller.queue_entries = 8;
    gpu.memory_controller.banks = 8;
    gpu.memory_controller.row_bytes = 4096;
    gpu.memory_controller.bus_bytes_per_cycle = 16;
    gpu.memory_controller.pipeline_latency_cycles = 132;
    gpu.memory_controller.timing.ccd_cycles = 4;
}

}  // namespace

GpuParameters gtx480() {
    GpuParameters gpu;
    set_core(gpu);
    set_memory(gpu);
    return gpu;
}

}  // namespace heddle
