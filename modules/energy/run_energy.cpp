#include "heddle/energy/run_energy.h"

#include "heddle/energy/flit_energy.h"
#include "heddle/energy/network_cost.h"
#include "heddle/energy/si_prefix.h"

namespace heddle {
namespace {

constexpr double array_line_bits = 1024;

// Energy of the accesses; the leakage is added to `watts`.
double array_joules(const std::vector<CacheActivity>& caches, const Technology& technology, double& watts) {
    double joules = 0;
    for (const CacheActivity& activity : caches) {
        const SramEnergy array = technology.sram_of(activity.caches.bytes);
        joules += (array.read_pj * static_cast<double>(activity.line_reads) +
                   array.write_pj * static_cast<double>(activity.line_writes)) *
                  pico;
        watts += array.leakage_mw * milli * activity.caches.count;
    }
    return joules;
}

double network_joules(const std::vector<NetworkActivity>& networks, const NetworkEnergy& energy, double& watts) {
    double joules = 0;
    for (const NetworkActivity& network : networks) {
        joules += energy.scale *
                  network_energy_joules(network.crossbars, network.request_flits, network.reply_flits, energy.flit);
        watts += NetworkCost(network.crossbars).static_power() * energy.reference_leakage_mw * milli;
    }
    return joules;
}

TableEnergy table_joules(const TableActivity& table, const Technology& technology, const RunEvents& run) {
    TableEnergy energy{table.name, 0, 0};
    if (table.array) {
        const SramEnergy array = technology.sram_of(table.bits() / 8);
        energy.dynamic_joules =
            (array.read_pj * table.bits_read + array.write_pj * table.bits_written) / array_line_bits * pico;
        energy.static_joules = array.leakage_mw * milli * table.count * run.seconds;
        return energy;
    }
    const FlipFlopEnergy& bit = technology.flip_flop;
    const double bits = table.bits() * table.count;
    energy.dynamic_joules =
        (bit.clock_fj * bits * run.core_cycles + bit.read_fj * table.bits_read + bit.write_fj * table.bits_written) *
        femto;
    energy.static_joules = bit.leakage_nw * nano * bits * run.seconds;
    return energy;
}

// A flit crosses two links with a crossbar between them; a router has one link for each of its crossings.
std::vector<NetworkActivity> with_links(std::vector<NetworkActivity> meshes, double link_mm) {
    for (NetworkActivity& mesh : meshes)
        for (CrossbarShape& routers : mesh.crossbars) routers.link_mm = link_mm / 2;
    return meshes;
}

void add_core(RunEnergy& energy, const RunEvents& run, const CoreEnergy& core) {
    energy.core = (core.warp_instruction_pj * run.warp_instructions +
                   core.thread_instruction_pj * run.thread_instructions + core.shared_access_pj * run.shared_passes) *
                  pico;
    energy.static_core = core.sm_static_mw * milli * run.sms * run.seconds;
}

void add_dram(RunEnergy& energy, const RunEvents& run, const DramEnergy& dram) {
    energy.dram = (dram.activate_pj * run.dram_activates + dram.read_pj_per_byte * run.dram_bytes_read +
                   dram.write_pj_per_byte * run.dram_bytes_written) *
                  pico;
    const double chips = run.dram_bytes_per_cycle / dram.chip_bytes_per_cycle;
    energy.static_dram = dram.chip_static_mw * milli * chips * run.seconds;
}

}  // namespace

RunEnergy energy_of(const RunEvents& run, const Technology& technology) {
    RunEnergy energy;
    energy.seconds = run.seconds;
    add_core(energy, run, technology.core);
    add_dram(energy, run, technology.dram);
    double l1_watts = 0, l2_watts = 0, noc_watts = 0;
    energy.l1 = array_joules(run.l1, technology, l1_watts);
    energy.l2 = array_joules(run.l2, technology, l2_watts);
    energy.noc = network_joules(run.networks, technology.noc, noc_watts) +
                 network_joules(with_links(run.meshes, technology.noc.mesh_link_mm), technology.noc, noc_watts);
    energy.static_l1 = l1_watts * run.seconds;
    energy.static_l2 = l2_watts * run.seconds;
    energy.static_noc = noc_watts * run.seconds;
    for (const TableActivity& table : run.tables) {
        energy.tables.push_back(table_joules(table, technology, run));
        energy.added += energy.tables.back().dynamic_joules;
        energy.static_added += energy.tables.back().static_joules;
    }
    return energy;
}

}  // namespace heddle
