// What features are switched on with in tests that have several of them in one machine.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace heddle::testing {

inline const std::map<std::string, std::vector<std::string>>& combined_features() {
    static const std::map<std::string, std::vector<std::string>> features{
        {"warppool", {"lsu.pool=warppool"}},
        {"mrpb", {"lsu.pool=mrpb"}},
        {"banked", {"lsu.pool=banked", "l1_cache.banks=4"}},
        {"icc", {"icc_unit.merge_table=true", "icc_unit.merge_table_entries=4"}},
        {"icc+cc", {"icc_unit.merge_table=true", "icc_unit.coalesced_cache=true", "icc_unit.coalesced_cache_lines=4"}},
        {"coalescers", {"request_coalescer.merges=4", "request_coalescer.entries=8"}},
        {"perfect", {"l1_cache.perfect=true"}},
        {"two L1s", {"l1_cache.per_sm=2"}},
        {"carve-outs", {"l1_cache.shared_carveouts=0,1,2,3", "sm.shared_bytes=3072", "sm.reserved_shared_bytes=512"}},
        {"reuse", {"monitor.reuse=true", "monitor.reuse_block_bytes=32"}},
        {"replication", {"monitor.replication=true", "monitor.replication_sample_cycles=100"}},
        {"core caches", {"sm.instruction_fetch=true", "sm.constant_cache=true", "sm.texture_cache=true"}},
        {"no L1", {"path.l1=none"}},
        {"no L2", {"path.l2=false"}},
        {"two slices", {"path.l2_slices_per_controller=2"}},
        {"sectors", {"l1_cache.sectored=true", "l2_slice.sectored=true"}},
        {"sector stores", {"l1_cache.sectored=true", "l1_cache.sector_requests=true", "l1_cache.sector_stores=true"}},
        {"sector banks",
         {"l1_cache.sectored=true", "l1_cache.sector_requests=true", "l1_cache.sector_stores=true",
          "l1_cache.lookup_after_latency=true", "l1_cache.sector_banks=true"}},
        {"sector LSU",
         {"l1_cache.sectored=true", "l1_cache.sector_requests=true", "l1_cache.sector_stores=true",
          "l1_cache.lookup_after_latency=true", "l1_cache.sector_banks=true", "l1_cache.separate_hit_answers=true",
          "lsu.pool=sectors"}},
        {"partial stores",
         {"l1_cache.sectored=true", "l1_cache.write_allocate=true", "l1_cache.allocate_partial_stores=true",
          "l1_cache.spared_written_percent=25"}},
        {"collectors",
         {"sm.operand_collectors=2", "sm.operand_cycles=3", "sm.memory_queue_entries=4", "sm.fixed_warp_slots=true",
          "sm.own_turns=true"}},
        {"sector MSHRs", {"l2_slice.sectored=true", "l2_slice.sector_mshrs=true", "l2_slice.mshr_entries=4"}},
        {"sector pairs", {"l1_cache.sectored=true", "l2_slice.sectored=true", "l2_slice.fetch_sectors=2"}},
        {"sweep", {"crossbar.allocator=sweep", "crossbar.virtual_output_queues=false"}},
        {"distances",
         {"topology.clusters=2", "topology.memory_partitions=2", "crossbar.distance.inputs=0,1",
          "crossbar.distance.outputs=0,1", "crossbar.distance.cycles=0,9/17,3"}},
        {"groups",
         {"topology.clusters=2", "topology.memory_partitions=2", "crossbar.group.inputs=0,0",
          "crossbar.group.request_bytes=30", "crossbar.group.reply_bytes=50"}},
        {"slice bits",
         {"topology.memory_partitions=3", "path.l2_slices_per_controller=2", "address_map.interleave_bytes=128",
          "address_map.hashed=true", "address_map.partitions_first=false", "address_map.half_bits=9",
          "address_map.number_bits=8/10,11", "address_map.place_bits=7"}},
        {"turns", {"sm.memory_queue_entries=4", "sm.memory_interval_cycles=4", "sm.memory_operand_cycles=9"}},
        {"dist_block", {"cta_dispatcher.policy=dist_block"}},
        {"redirect", {"cta_dispatcher.clustering=redirect", "cta_dispatcher.policy=rr"}},
        {"agents", {"cta_dispatcher.clustering=agents", "cta_dispatcher.active_agents=1"}},
        {"bypass", {"l1_hints.bypass_ranges=0x100000-0x1013ff"}},  // some words of the program's threads
        {"clocks", {"clock.noc_mhz=700", "clock.l2_mhz=1000", "clock.dram_mhz=924"}},
        {"mesh", {"path.network=mesh", "mesh.width=3", "mesh.height=3"}},
        {"private nodes", {"path.l1=decoupled", "decoupled_l1.nodes=2", "decoupled_l1.clusters=2"}},
        {"shared nodes", {"path.l1=decoupled", "decoupled_l1.nodes=4", "decoupled_l1.clusters=1"}},
        {"clustered nodes",
         {"path.l1=decoupled", "decoupled_l1.nodes=4", "decoupled_l1.clusters=2", "clock.noc1_mhz=2800"}},
        {"own ports",
         {"path.l1=decoupled", "decoupled_l1.nodes=4", "decoupled_l1.clusters=2", "topology.clusters=4",
          "topology.sms_per_cluster=1"}},
        {"two stages", {"path.network=two_stage", "two_stage_noc.groups=2", "two_stage_noc.links=2"}},
        {"dynamic", {"path.network=mesh", "packet_coalescing.hold=dynamic"}},
        {"fixed", {"path.network=mesh", "mesh.memory_nodes=edge", "packet_coalescing.hold=fixed"}},
        {"slack", {"path.network=mesh", "packet_coalescing.hold=slack", "packet_coalescing.deadline=max"}},
        {"extra", {"path.network=mesh", "packet_coalescing.hold=extra"}},
        {"channels", {"path.network=mesh", "mesh_router.vcs=4", "mesh_router.buffer_flits=2"}},
        {"yx", {"path.network=mesh", "mesh_router.routing=yx", "mesh_router.flit_bytes=8", "mesh_router.stages=3"}},
        {"scarce",
         {"path.network=mesh", "mesh_router.buffer_flits=1", "mesh_interface.interface_packets=1",
          "mesh_interface.outstanding_lines=2", "packet_coalescing.table_entries=2",
          "packet_coalescing.max_requests=2"}}};
    return features;
}

}  // namespace heddle::testing
