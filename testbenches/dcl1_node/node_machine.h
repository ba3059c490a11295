// Cores, NoC#1, DC-L1 nodes, NoC#2 and memories in the place of L2 slices, joined as MECHANISMS 5.3 says: private (as
// many clusters as nodes), shared (one cluster) or clustered.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "crossbar/traffic.h"
#include "heddle/base/binder.h"
#include "heddle/crossbar/crossbar.h"
#include "heddle/dcl1_node/dcl1_node.h"

namespace heddle {

// A core that sends a list of reads and writes with its number.
class ScriptedCore : public heddle_bench::ScriptedPort<heddle_bench::PlainItem> {
public:
    struct Done {
        std::uint64_t address;
        Cycle cycle;
        bool missed;
        std::uint8_t first_byte;
    };
    std::vector<Done> done;

    ScriptedCore(sc_core::sc_module_name name, ClockDomain& domain, unsigned number)
        : ScriptedPort(name, domain), number_(number) {}

private:
    void fill_in(LinePayload& payload, const Item&) override {
        payload.access.sm = static_cast<std::uint16_t>(number_);
    }
    void receive(const LinePayload& payload, Cycle now) override {
        done.push_back({payload.get_address(), now, payload.access.missed_l1, payload.data[0]});
    }
    const unsigned number_;
};

struct NodeMachineShape {
    unsigned cores = 80, nodes = 40, clusters = 10;
    unsigned controllers = 16, slices_per_controller = 2;

    unsigned cores_per_cluster() const { return cores / clusters; }
    unsigned nodes_per_cluster() const { return nodes / clusters; }
    AddressMap map() const {
        AddressMap map;
        map.partitions = controllers;
        map.slices_per_partition = slices_per_controller;
        return map;
    }
};

class NodeMachine : public sc_core::sc_module {
public:
    NodeMachine(sc_core::sc_module_name name, const NodeMachineShape& machine, Binder& binder)
        : sc_module(name), shape(machine), homes(machine.map(), machine.nodes_per_cluster()) {
        Dcl1NodeParameters parameters;
        parameters.size_bytes = 16 * 1024 * shape.cores / shape.nodes;
        for (unsigned i = 0; i < shape.cores; ++i)
            cores.push_back(std::make_unique<ScriptedCore>(numbered("core", i).c_str(), core_clock, i));
        for (unsigned i = 0; i < shape.nodes; ++i)
            nodes.push_back(
                std::make_unique<Dcl1Node>(numbered("node", i).c_str(), core_clock, parameters, HomeLines(homes)));
        for (unsigned i = 0; i < shape.map().slices(); ++i)
            slices.push_back(std::make_unique<heddle_bench::Memory>(numbered("slice", i).c_str(), noc_clock, 120, 64));
        build_noc1(binder);
        if (homes.by_slice())
            build_noc2_by_range(binder);
        else
            build_noc2(binder);
    }

    // How many nodes have the line of an address.
    unsigned copies(std::uint64_t address) const {
        unsigned sum = 0;
        for (const auto& node : nodes) sum += node->holds(address);
        return sum;
    }
    // The sum of a counter over the crossbars of a network.
    static std::uint64_t sum(const std::vector<std::unique_ptr<Crossbar>>& network, const std::string& counter) {
        std::uint64_t total = 0;
        for (const auto& crossbar : network)
            for (const NamedCounter& named : crossbar->counters())
                if (named.name() == counter) total += named.value();
        return total;
    }
    bool idle() const {
        for (const auto& node : nodes)
            if (!node->idle()) return false;
        return true;
    }

    const NodeMachineShape shape;
    const HomeSelection homes;
    ClockDomain core_clock{"core_clock", period_of_mhz(1400)}, noc_clock{"noc_clock", period_of_mhz(700)};
    std::vector<std::unique_ptr<ScriptedCore>> cores;
    std::vector<std::unique_ptr<Crossbar>> noc1, noc2;
    std::vector<std::unique_ptr<Dcl1Node>> nodes;  // cluster * nodes per cluster + home
    std::vector<std::unique_ptr<heddle_bench::Memory>> slices;

private:
    static std::string numbered(const char* name, unsigned number) {
        return std::string(name) + "_" + std::to_string(number);
    }
    Crossbar& add_crossbar(std::vector<std::unique_ptr<Crossbar>>& network, const char* name, unsigned inputs,
                           unsigned outputs, RouteFunction route) {
        CrossbarParameters parameters;
        parameters.inputs = inputs;
        parameters.outputs = outputs;
        parameters.flit_bytes = 32;
        const unsigned number = static_cast<unsigned>(network.size());
        network.push_back(
            std::make_unique<Crossbar>(numbered(name, number).c_str(), noc_clock, parameters, std::move(route)));
        return *network.back();
    }
    // One crossbar per cluster: its cores and its nodes.
    void build_noc1(Binder& binder) {
        const unsigned n = shape.cores_per_cluster(), m = shape.nodes_per_cluster();
        for (unsigned cluster = 0; cluster < shape.clusters; ++cluster) {
            Crossbar& crossbar =
                add_crossbar(noc1, "noc1", n, m, [this](std::uint64_t address) { return homes.home(address); });
            for (unsigned i = 0; i < n; ++i) binder.bind(cores[cluster * n + i]->out, crossbar.in[i]);
            for (unsigned j = 0; j < m; ++j) binder.bind(crossbar.out[j], nodes[cluster * m + j]->core_in);
        }
    }
    // One crossbar per home: node j of every cluster and the slices that it is the home of.
    void build_noc2_by_range(Binder& binder) {
        const unsigned m = shape.nodes_per_cluster(), o = homes.slices();
        for (unsigned j = 0; j < m; ++j) {
            Crossbar& crossbar = add_crossbar(noc2, "noc2", shape.clusters, o,
                                              [this](std::uint64_t address) { return homes.slice_of_home(address); });
            for (unsigned i = 0; i < shape.clusters; ++i) binder.bind(nodes[i * m + j]->memory_out, crossbar.in[i]);
            for (unsigned i = 0; i < o; ++i) binder.bind(crossbar.out[i], slices[j * o + i]->in);
        }
    }
    // One crossbar for all.
    void build_noc2(Binder& binder) {
        const unsigned all = shape.map().slices();
        Crossbar& crossbar = add_crossbar(
            noc2, "noc2", shape.nodes, all,
            [splitter = AddressSplitter(shape.map())](std::uint64_t address) { return splitter.slice(address); });
        for (unsigned i = 0; i < shape.nodes; ++i) binder.bind(nodes[i]->memory_out, crossbar.in[i]);
        for (unsigned i = 0; i < all; ++i) binder.bind(crossbar.out[i], slices[i]->in);
    }
};

}  // namespace heddle
