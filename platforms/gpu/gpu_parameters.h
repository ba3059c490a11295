// Everything that can be configured about the baseline GPU. Defaults: MECHANISMS 1.1 (the icc paper's configuration).
#pragma once

#include <string>

#include "base/address_map.h"
#include "cluster_port/cluster_port_parameters.h"
#include "crossbar/crossbar_parameters.h"
#include "cta_dispatcher/cta_dispatcher_parameters.h"
#include "l1_cache/l1_cache_parameters.h"
#include "l2_slice/l2_slice_parameters.h"
#include "lsu/lsu_parameters.h"
#include "memory_controller/memory_controller_parameters.h"
#include "sm/sm_parameters.h"

namespace heddle {

struct ClockParameters {
    double core_mhz = 1400;
    double noc_mhz = 1400;
    double l2_mhz = 1400;
    double dram_mhz = 1400;

    template <class Visitor>
    void visit(Visitor& v) {
        v("core_mhz", core_mhz, "MHz", "clock of SMs, L1 caches, cluster ports and CTA dispatcher");
        v("noc_mhz", noc_mhz, "MHz", "clock of the crossbar");
        v("l2_mhz", l2_mhz, "MHz", "clock of the L2 slices");
        v("dram_mhz", dram_mhz, "MHz", "command clock of the memory controllers");
    }
    void validate(const std::string& key) const {
        require_range(core_mhz, 1.0, 100000.0, key + ".core_mhz");
        require_range(noc_mhz, 1.0, 100000.0, key + ".noc_mhz");
        require_range(l2_mhz, 1.0, 100000.0, key + ".l2_mhz");
        require_range(dram_mhz, 1.0, 100000.0, key + ".dram_mhz");
    }
};

struct TopologyParameters {
    unsigned clusters = 12;
    unsigned sms_per_cluster = 5;
    unsigned memory_partitions = 8;

    template <class Visitor>
    void visit(Visitor& v) {
        v("clusters", clusters, "count", "clusters; each has one port into the network");
        v("sms_per_cluster", sms_per_cluster, "count", "SMs that share a cluster's port");
        v("memory_partitions", memory_partitions, "count",
          "memory controllers, each with one L2 slice and one network port");
    }
    void validate(const std::string& key) const {
        require_range(clusters, 1u, 254u, key + ".clusters");
        require_range(sms_per_cluster, 1u, 64u, key + ".sms_per_cluster");
        require_range(memory_partitions, 1u, 256u, key + ".memory_partitions");
    }
};

struct GpuParameters {
    TopologyParameters topology;
    ClockParameters clock;
    AddressMap address_map;
    CtaDispatcherParameters cta_dispatcher;
    SmParameters sm;
    LsuParameters lsu;
    L1CacheParameters l1_cache;
    ClusterPortParameters cluster_port;
    CrossbarParameters crossbar;
    L2SliceParameters l2_slice;
    MemoryControllerParameters memory_controller;

    template <class Visitor>
    void visit(Visitor& v) {
        v.group("topology", topology);
        v.group("clock", clock);
        v.group("address_map", address_map);
        v.group("cta_dispatcher", cta_dispatcher);
        v.group("sm", sm);
        v.group("lsu", lsu);
        v.group("l1_cache", l1_cache);
        v.group("cluster_port", cluster_port);
        v.group("crossbar", crossbar);
        v.group("l2_slice", l2_slice);
        v.group("memory_controller", memory_controller);
    }
    // `lsu_ports`: the ways a load/store unit has to its L1.
    void validate(unsigned lsu_ports = 1) const {
        topology.validate("topology");
        clock.validate("clock");
        AddressMap map = address_map;
        map.partitions = topology.memory_partitions;
        map.validate("address_map");
        cta_dispatcher.validate("cta_dispatcher");
        sm.validate("sm");
        lsu.validate("lsu");
        l1_cache.validate("l1_cache");
        require(l1_cache.banks == lsu_ports, "l1_cache.banks",
                "is " + std::to_string(l1_cache.banks) +
                    ", which needs a load/store unit for banks: platform warppool with lsu.pool=banked");
        cluster_port.validate("cluster_port");
        crossbar.validate("crossbar");
        l2_slice.validate("l2_slice");
        memory_controller.validate("memory_controller");
    }
};

}  // namespace heddle
