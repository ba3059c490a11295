#pragma once

#include <array>
#include <string>

#include "heddle/base/parameters.h"
#include "heddle/sm/routine_executor.h"
#include "heddle/stimulus/kernel.h"

namespace heddle {

// Defaults: MECHANISMS 1.1 (60-SM configuration of the icc paper); what it does not give is GPGPU-Sim's GTX 480 set.
struct SmParameters {
    unsigned max_warps = 48;
    unsigned max_ctas = 8;
    unsigned registers = 32768;
    unsigned shared_bytes = 65536;
    unsigned reserved_shared_bytes = 0;
    static constexpr unsigned max_schedulers = 8, warp_slots = 64;
    static constexpr unsigned max_collectors = 8;
    unsigned schedulers = 2;
    std::string scheduler = "gto";
    unsigned alu_latency_cycles = 4;
    unsigned alu_interval_cycles = 1;
    bool separate_float_unit = false;
    unsigned branch_interval_cycles = 0;
    unsigned multiply_interval_cycles = 0;
    unsigned wide_sum_interval_cycles = 0;
    unsigned wide_sum_issue_cycles = 1;
    unsigned fp64_latency_cycles = 8;
    unsigned fp64_interval_cycles = 8;
    unsigned sfu_latency_cycles = 20;
    unsigned sfu_interval_cycles = 8;
    unsigned tensor_latency_cycles = 16;
    unsigned tensor_interval_cycles = 4;
    bool special_units_per_scheduler = false;
    RoutineLength integer_division, float_division, square_root;
    unsigned operand_cycles = 0;
    unsigned write_back_cycles = 0;
    unsigned operand_collectors = 0;
    bool fixed_warp_slots = false;
    bool own_turns = false;
    unsigned memory_queue_entries = 0;
    bool memory_queues_in_turn = false;
    unsigned memory_interval_cycles = 1;
    unsigned warp_memory_interval_cycles = 1;
    unsigned load_issue_cycles = 1;
    unsigned memory_operand_cycles = 0;
    unsigned shared_latency_cycles = 24;
    unsigned shared_pass_latency_cycles = 1;
    unsigned shared_banks = 32;
    std::string shared_wide = "groups";
    unsigned barrier_latency_cycles = 1;
    unsigned barrier_interval_cycles = 0;
    bool barrier_awaits_stores = true;
    bool atomic_holds_warp = false;
    bool posted_stores = false;
    unsigned warp_start_interval_cycles = 0;
    unsigned warp_limit = 0;
    bool monitor_waiting = false;
    bool instruction_fetch = false;
    unsigned fetch_bytes = 16;
    std::uint64_t code_address = 0xfe0000000000;
    bool constant_cache = false;
    bool texture_cache = false;

    template <class Visitor>
    void visit(Visitor& v) {
        v("max_warps", max_warps, "warps", "warp contexts of the SM");
        v("max_ctas", max_ctas, "CTAs", "CTA slots of the SM");
        v("registers", registers, "registers", "32-bit registers of the SM, shared out to CTAs");
        v("shared_bytes", shared_bytes, "B", "shared memory of the SM, shared out to CTAs");
        v("reserved_shared_bytes", reserved_shared_bytes, "B",
          "shared memory that each CTA takes beside its own, for the system; 1024 from Ampere on");
        v("schedulers", schedulers, "count", "warp schedulers; each issues one instruction per cycle to its warps");
        v("scheduler", scheduler, "name", "warp scheduling policy: gto, lrr or oldest_cta");
        v("alu_latency_cycles", alu_latency_cycles, "cycles", "ALU: issue to result");
        v("alu_interval_cycles", alu_interval_cycles, "cycles", "ALU: issue to next issue; one ALU per scheduler");
        v("separate_float_unit", separate_float_unit, "bool",
          "floating point of 32 bits and less has a unit beside the ALU, with its latency and interval");
        v("branch_interval_cycles", branch_interval_cycles, "cycles",
          "branch unit of a scheduler: issue to next issue; 0: there is none, branches go to the ALU");
        v("multiply_interval_cycles", multiply_interval_cycles, "cycles",
          "integer multiply in the floating-point unit: issue to next issue; 0: the ALU multiplies");
        v("wide_sum_interval_cycles", wide_sum_interval_cycles, "cycles",
          "sum of two 64-bit integer registers, in the unit that multiplies: issue to next issue; 0: as a product");
        v("wide_sum_issue_cycles", wide_sum_issue_cycles, "cycles",
          "from a sum of two 64-bit integer registers to the scheduler's next instruction, of whatever kind");
        v("fp64_latency_cycles", fp64_latency_cycles, "cycles", "double precision: issue to result");
        v("fp64_interval_cycles", fp64_interval_cycles, "cycles", "double precision: issue to next issue");
        v("sfu_latency_cycles", sfu_latency_cycles, "cycles", "special functions: issue to result");
        v("sfu_interval_cycles", sfu_interval_cycles, "cycles", "special functions: issue to next issue");
        v("tensor_latency_cycles", tensor_latency_cycles, "cycles", "tensor unit: issue to result");
        v("tensor_interval_cycles", tensor_interval_cycles, "cycles", "tensor unit: issue to next issue");
        v("special_units_per_scheduler", special_units_per_scheduler, "bool",
          "fp64, SFU and tensor units: one per scheduler instead of one per SM");
        v("integer_division.instructions", integer_division.instructions, "instructions",
          "what an integer division or remainder of PTX becomes; 1: one special function");
        v("integer_division.special", integer_division.special, "instructions", "special functions among them");
        v("float_division.instructions", float_division.instructions, "instructions",
          "what an exactly rounded division or reciprocal of 32 bits becomes");
        v("float_division.special", float_division.special, "instructions", "special functions among them");
        v("square_root.instructions", square_root.instructions, "instructions",
          "what an exactly rounded square root of 32 bits becomes");
        v("square_root.special", square_root.special, "instructions", "special functions among them");
        v("operand_cycles", operand_cycles, "cycles",
          "issue until an instruction with its operands is at its unit; one less if it has no source registers");
        v("write_back_cycles", write_back_cycles, "cycles", "end of a unit's latency until the result can be used");
        v("operand_collectors", operand_collectors, "collectors",
          "per scheduler: where instructions of all kinds wait for busy units; 0: they wait unissued");
        v("memory_queue_entries", memory_queue_entries, "instructions",
          "per scheduler: issued memory instructions that wait for the LSU, oldest first; 0: they wait unissued");
        v("memory_queues_in_turn", memory_queues_in_turn, "bool",
          "these queues take turns, one instruction each, but a store or an atomic goes behind all that was issued "
          "before "
          "it; false: the oldest instruction of the SM goes first");
        v("memory_interval_cycles", memory_interval_cycles, "cycles",
          "from one memory instruction of a scheduler to the next, where it has a queue of them");
        v("warp_memory_interval_cycles", warp_memory_interval_cycles, "cycles",
          "from a memory instruction of a warp, on shared or global memory, to its next one");
        v("load_issue_cycles", load_issue_cycles, "cycles",
          "from a load that goes to the LSU to the scheduler's next instruction, of whatever kind");
        v("memory_operand_cycles", memory_operand_cycles, "cycles",
          "where there is such a queue: issue of a memory instruction until it can go to the LSU; it reads its "
          "registers when it goes, and until then no instruction overwrites them; 0: they are read at issue");
        v("shared_latency_cycles", shared_latency_cycles, "cycles", "shared memory: issue to result without conflicts");
        v("shared_pass_latency_cycles", shared_pass_latency_cycles, "cycles",
          "shared memory: what each pass after the first adds to the latency");
        v("shared_banks", shared_banks, "count", "shared memory banks of 4 bytes");
        v("shared_wide", shared_wide, "name",
          "shared accesses of 8 and 16 bytes: groups of lanes one after the other (groups), two of them in one "
          "pass where neighbouring lanes read the same (broadcast), or no more passes than their first words "
          "take (first_word)");
        v("fixed_warp_slots", fixed_warp_slots, "bool",
          "the warps of a CTA take consecutive warp slots that belong to its CTA slot; false: the first free warp "
          "slots");
        v("own_turns", own_turns, "bool",
          "the schedulers' round-robin priority advances only in cycles in which the SM has CTAs; false: in every "
          "cycle, "
          "alike in all SMs");
        v("barrier_latency_cycles", barrier_latency_cycles, "cycles",
          "last arrival at a barrier until the warps go on");
        v("barrier_interval_cycles", barrier_interval_cycles, "cycles",
          "from one arrival at a barrier of the SM to the next; 0: any number in a cycle");
        v("barrier_awaits_stores", barrier_awaits_stores, "bool",
          "a barrier opens only when the CTA's stores are acknowledged; atomics always are");
        v("atomic_holds_warp", atomic_holds_warp, "bool",
          "a warp issues nothing while an atomic of it, on shared or global memory, has not returned");
        v("posted_stores", posted_stores, "bool",
          "a warp ends when its loads and atomics have returned, whether or not its stores are acknowledged");
        v("warp_start_interval_cycles", warp_start_interval_cycles, "cycles",
          "from the start of one warp of a CTA to that of the next; 0: all start in one cycle");
        v("warp_limit", warp_limit, "warps", "warps of each scheduler that may issue, the oldest first; 0: all");
        v("monitor_waiting", monitor_waiting, "bool", "count memory instructions that wait for issue");
        v("instruction_fetch", instruction_fetch, "bool",
          "instructions are fetched through instruction_out before they issue");
        v("fetch_bytes", fetch_bytes, "B", "bytes of a fetch and of a warp's instruction buffer");
        v("code_address", code_address, "address", "where the code of the kernels lies in memory");
        v("constant_cache", constant_cache, "bool", "loads of constants and parameters go through constant_out");
        v("texture_cache", texture_cache, "bool", "loads of read-only data (ld.global.nc) go through texture_out");
    }
    void validate(const std::string& key) const {
        require_range(max_warps, 1u, warp_slots, key + ".max_warps");
        require_range(max_ctas, 1u, 64u, key + ".max_ctas");
        require_range(registers, 1u, 1u << 20, key + ".registers");
        require_range(shared_bytes, 0u, 1u << 24, key + ".shared_bytes");
        require_range(reserved_shared_bytes, 0u, 1u << 20, key + ".reserved_shared_bytes");
        require_range(schedulers, 1u, max_schedulers, key + ".schedulers");
        require_one_of(scheduler, std::array<const char*, 3>{"gto", "lrr", "oldest_cta"}, key + ".scheduler");
        require_one_of(shared_wide, std::array<const char*, 3>{"groups", "broadcast", "first_word"},
                       key + ".shared_wide");
        require_range(branch_interval_cycles, 0u, 10000u, key + ".branch_interval_cycles");
        require_range(multiply_interval_cycles, 0u, 10000u, key + ".multiply_interval_cycles");
        require_range(operand_cycles, 0u, 10000u, key + ".operand_cycles");
        require_range(write_back_cycles, 0u, 10000u, key + ".write_back_cycles");
        require_range(operand_collectors, 0u, max_collectors, key + ".operand_collectors");
        require(operand_collectors == 0 || operand_cycles >= 3, key + ".operand_collectors",
                "is " + std::to_string(operand_collectors) + ", which needs " + key +
                    ".operand_cycles of at least 3: to a collector, through it, and to the unit");
        for (ExecutionUnit unit :
             {ExecutionUnit::alu, ExecutionUnit::fp64, ExecutionUnit::sfu, ExecutionUnit::tensor}) {
            require_range(latency(unit), 1u, 10000u, key + "." + unit_name(unit) + "_latency_cycles");
            require_range(interval(unit), 1u, 10000u, key + "." + unit_name(unit) + "_interval_cycles");
        }
        validate_routine(integer_division, key + ".integer_division");
        validate_routine(float_division, key + ".float_division");
        validate_routine(square_root, key + ".square_root");
        require_range(memory_queue_entries, 0u, 1024u, key + ".memory_queue_entries");
        require_range(wide_sum_interval_cycles, 0u, 10000u, key + ".wide_sum_interval_cycles");
        require_range(wide_sum_issue_cycles, 1u, 1024u, key + ".wide_sum_issue_cycles");
        require_range(load_issue_cycles, 1u, 1024u, key + ".load_issue_cycles");
        require_range(memory_interval_cycles, 1u, 1024u, key + ".memory_interval_cycles");
        require_range(warp_memory_interval_cycles, 1u, 1024u, key + ".warp_memory_interval_cycles");
        require(!memory_queues_in_turn || memory_queue_entries > 0, key + ".memory_queues_in_turn",
                "is true while " + key + ".memory_queue_entries is 0: set that to 1 or more, or this to false");
        require(memory_interval_cycles == 1 || memory_queue_entries > 0, key + ".memory_interval_cycles",
                "is " + std::to_string(memory_interval_cycles) + ", but " + key +
                    ".memory_queue_entries is 0: set that to 1 or more, or this to 1");
        require_range(memory_operand_cycles, 0u, 1024u, key + ".memory_operand_cycles");
        require(memory_operand_cycles == 0 || memory_queue_entries > 0, key + ".memory_operand_cycles",
                "is " + std::to_string(memory_operand_cycles) + ", but " + key +
                    ".memory_queue_entries is 0: set that to 1 or more, or this to 0");
        const std::string collected = ", but " + key + ".operand_collectors is " + std::to_string(operand_collectors);
        require(operand_collectors == 0 || memory_interval_cycles == 1, key + ".memory_interval_cycles",
                "is " + std::to_string(memory_interval_cycles) + collected +
                    ": memory instructions in collectors have no turns; set this to 1 or that to 0");
        require(operand_collectors == 0 || memory_operand_cycles == 0, key + ".memory_operand_cycles",
                "is " + std::to_string(memory_operand_cycles) + collected +
                    ": collectors read the registers of memory instructions, too; set one of them to 0");
        const std::string in_order =
            ", but " + key +
            ".barrier_awaits_stores is false, which needs memory instructions of all schedulers in their order";
        require(memory_interval_cycles == 1 || barrier_awaits_stores, key + ".memory_interval_cycles",
                "is " + std::to_string(memory_interval_cycles) + in_order);
        require(!memory_queues_in_turn || barrier_awaits_stores, key + ".memory_queues_in_turn", "is true" + in_order);
        require_range(shared_latency_cycles, 1u, 10000u, key + ".shared_latency_cycles");
        require_range(shared_pass_latency_cycles, 1u, 10000u, key + ".shared_pass_latency_cycles");
        require_range(barrier_latency_cycles, 1u, 10000u, key + ".barrier_latency_cycles");
        require_range(barrier_interval_cycles, 0u, 10000u, key + ".barrier_interval_cycles");
        require_range(warp_start_interval_cycles, 0u, 2u, key + ".warp_start_interval_cycles");
        require_range(shared_banks, 1u, 128u, key + ".shared_banks");
        require_power_of_two(shared_banks, key + ".shared_banks");
        require_range(warp_limit, 0u, 64u, key + ".warp_limit");
        require_range(fetch_bytes, 8u, line_bytes, key + ".fetch_bytes");
        require_power_of_two(fetch_bytes, key + ".fetch_bytes");
        require(code_address % line_bytes == 0, key + ".code_address",
                "is " + std::to_string(code_address) + ", must be a multiple of the line's " +
                    std::to_string(line_bytes) + " bytes");
    }

    static void validate_routine(const RoutineLength& length, const std::string& key) {
        require_range(length.instructions, 1u, 1000u, key + ".instructions");
        require_range(length.special, 1u, length.instructions, key + ".special");
    }
    RoutineLengths routines() const { return {RoutineLength{}, integer_division, float_division, square_root}; }
    // Whether any routine is more than one instruction.
    bool expands_routines() const {
        return integer_division.instructions + float_division.instructions + square_root.instructions > 3;
    }

    unsigned latency(ExecutionUnit unit) const {
        switch (unit) {
            case ExecutionUnit::fp64:
                return fp64_latency_cycles;
            case ExecutionUnit::sfu:
                return sfu_latency_cycles;
            case ExecutionUnit::tensor:
                return tensor_latency_cycles;
            default:
                return alu_latency_cycles;
        }
    }
    // From one issue to the unit to the next.
    unsigned interval(ExecutionUnit unit) const {
        const auto given_or = [](unsigned given, unsigned otherwise) { return given ? given : otherwise; };
        switch (unit) {
            case ExecutionUnit::fp64:
                return fp64_interval_cycles;
            case ExecutionUnit::sfu:
                return sfu_interval_cycles;
            case ExecutionUnit::tensor:
                return tensor_interval_cycles;
            case ExecutionUnit::branch:
                return given_or(branch_interval_cycles, alu_interval_cycles);
            case ExecutionUnit::multiply:
                return given_or(multiply_interval_cycles, alu_interval_cycles);
            case ExecutionUnit::wide_sum:
                return given_or(wide_sum_interval_cycles, interval(ExecutionUnit::multiply));
            default:
                return alu_interval_cycles;
        }
    }
    // From one issue to the scheduler's next, whatever that goes to.
    unsigned issue_cycles(ExecutionUnit unit) const {
        return unit == ExecutionUnit::wide_sum ? wide_sum_issue_cycles : 1;
    }
    static std::string unit_name(ExecutionUnit unit) {
        return std::array<const char*, execution_units>{
            "alu", "fp64", "sfu", "tensor", "fp32", "branch", "multiply", "wide_sum"}[static_cast<unsigned>(unit)];
    }
};

}  // namespace heddle
