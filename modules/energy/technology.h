// What events and standing still cost in one manufacturing process: a technology file (platforms/energy) as a struct.
// Every key must be in the file; there are no defaults, because a number without a source is none. Plain C++.
#pragma once

#include <limits>
#include <string>

#include "heddle/energy/flit_energy.h"

namespace heddle {

// What a key has that the file does not name.
constexpr double not_in_file = std::numeric_limits<double>::quiet_NaN();

struct CoreEnergy {
    double warp_instruction_pj = not_in_file;
    double thread_instruction_pj = not_in_file;
    double shared_access_pj = not_in_file;
    double sm_static_mw = not_in_file;

    template <class Visitor>
    void visit(Visitor& v) {
        v("warp_instruction_pj", warp_instruction_pj, "pJ", "fetch, decode, schedule, registers of a warp instruction");
        v("thread_instruction_pj", thread_instruction_pj, "pJ", "execution of an instruction in one lane");
        v("shared_access_pj", shared_access_pj, "pJ", "a pass of a warp's access through shared memory");
        v("sm_static_mw", sm_static_mw, "mW", "an SM that does nothing, without its L1");
    }
};

// A cache or memory array of one size, accessed by lines of 128 B.
struct SramEnergy {
    double read_pj = not_in_file;
    double write_pj = not_in_file;
    double leakage_mw = not_in_file;

    template <class Visitor>
    void visit(Visitor& v) {
        v("read_pj", read_pj, "pJ", "a line read");
        v("write_pj", write_pj, "pJ", "a line written");
        v("leakage_mw", leakage_mw, "mW", "what it takes when nothing happens");
    }
};

struct NetworkEnergy {
    FlitCoefficients flit{not_in_file, not_in_file, not_in_file, not_in_file, not_in_file, not_in_file};
    double reference_leakage_mw = not_in_file;
    double mesh_link_mm = not_in_file;
    double scale = not_in_file;

    template <class Visitor>
    void visit(Visitor& v) {
        v("buffer_pj", flit.buffer_pj, "pJ", "a flit of 256 bits, written to a buffer and read from it");
        v("crossbar_pj", flit.crossbar_pj, "pJ", "it crosses a crossbar: the part that all of them have");
        v("crossbar_port_pj", flit.crossbar_port_pj, "pJ", "and for each port");
        v("allocator_input_pj", flit.allocator_input_pj, "pJ", "it is granted an output: for each input");
        v("allocator_cubed_input_pj", flit.allocator_cubed_input_pj, "pJ", "and for the third power of the inputs");
        v("link_pj_per_mm", flit.link_pj_per_mm, "pJ/mm", "it passes a link");
        v("reference_leakage_mw", reference_leakage_mw, "mW", "static power of a crossbar 80x32 with flits of 32 B");
        v("mesh_link_mm", mesh_link_mm, "mm", "length of the links between neighbours of a mesh");
        v("scale", scale, "1", "factor of the energy of flits; 1 unless calibrated with a stated share");
    }
};

struct DramEnergy {
    double activate_pj = not_in_file;
    double read_pj_per_byte = not_in_file;
    double write_pj_per_byte = not_in_file;
    double chip_static_mw = not_in_file;
    double chip_bytes_per_cycle = not_in_file;

    template <class Visitor>
    void visit(Visitor& v) {
        v("activate_pj", activate_pj, "pJ", "a row opened and closed");
        v("read_pj_per_byte", read_pj_per_byte, "pJ/B", "a byte read, with the interface on both sides");
        v("write_pj_per_byte", write_pj_per_byte, "pJ/B", "a byte written, with the interface on both sides");
        v("chip_static_mw", chip_static_mw, "mW", "a DRAM chip that stands by");
        v("chip_bytes_per_cycle", chip_bytes_per_cycle, "B", "what a chip transfers in a cycle of the command clock");
    }
};

// Tables that are too small for a memory array.
struct FlipFlopEnergy {
    double clock_fj = not_in_file;
    double read_fj = not_in_file;
    double write_fj = not_in_file;
    double leakage_nw = not_in_file;

    template <class Visitor>
    void visit(Visitor& v) {
        v("clock_fj", clock_fj, "fJ", "a bit, in every cycle");
        v("read_fj", read_fj, "fJ", "a bit read from a table, or compared");
        v("write_fj", write_fj, "fJ", "a bit written to a table");
        v("leakage_nw", leakage_nw, "nW", "a bit that stands still");
    }
};

struct Technology {
    double node_nm = not_in_file;
    CoreEnergy core;
    static constexpr unsigned sram_sizes = 8;
    SramEnergy sram[sram_sizes];  // 8 KiB, each further one twice as large
    NetworkEnergy noc;
    DramEnergy dram;
    FlipFlopEnergy flip_flop;

    // Calls v("key", member, "unit", "meaning") within groups, as the parameters of modules do.
    template <class Visitor>
    void visit(Visitor& v) {
        static constexpr const char* names[sram_sizes] = {"sram_8k",   "sram_16k",  "sram_32k",  "sram_64k",
                                                          "sram_128k", "sram_256k", "sram_512k", "sram_1m"};
        v("node_nm", node_nm, "nm", "the process");
        v.group("core", core);
        for (unsigned size = 0; size < sram_sizes; ++size) v.group(names[size], sram[size]);
        v.group("noc", noc);
        v.group("dram", dram);
        v.group("flip_flop", flip_flop);
    }

    // An array of `bytes`: between the sizes of the file, and beyond them with the last slope, a power law.
    [[nodiscard]] SramEnergy sram_of(double bytes) const;
    // Throws ParameterError for a key that is missing, negative or no number, with its name.
    void validate();
};

}  // namespace heddle
