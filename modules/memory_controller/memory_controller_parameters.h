#pragma once

#include <string>

#include "heddle/base/address_map.h"
#include "heddle/memory_controller/bank_map.h"
#include "heddle/memory_controller/dram_timing.h"
#include "heddle/memory_controller/page_policy.h"
#include "heddle/memory_controller/schedulers/names.h"

namespace heddle {

struct MemoryControllerParameters {
    std::string scheduler = "fr_fcfs";
    std::string page_policy = "open";
    unsigned queue_entries = 32;
    unsigned bank_queue_entries = 4;  // MECHANISMS 3.4: 4 or 32
    unsigned interface_entries = 2;   // one request per cycle passes
    unsigned banks = 16;              // MECHANISMS 1.1 [X]
    unsigned row_bytes = 2048;
    bool bank_hash = false;
    bool slice_banks = false;
    bool row_command_bus = false;
    unsigned bus_bytes_per_cycle = 64;       // 90 GB/s per controller at 1.4 GHz (MECHANISMS 1.1 [D])
    unsigned pipeline_latency_cycles = 100;  // GPGPU-Sim's dram_latency
    DramTiming timing;
    AddressMap address_map;  // the platform's
    unsigned ports = 1;      // target sockets, one per L2 slice in front; the platform's, no key
    // The first refresh comes so many cycles, fewer than tREFI, before tREFI. The platform sets it (there is no key),
    // so that the controllers of a machine refresh at different times.
    unsigned refresh_ahead_cycles = 0;

    bool has_bank_queues() const { return scheduler == "banked_fifo"; }
    // Requests that the scheduler chooses from at most.
    unsigned queue_capacity() const { return has_bank_queues() ? banks * bank_queue_entries : queue_entries; }

    // Of an atomic, which reads and writes. A pseudo-channel has its part of the bus.
    unsigned longest_burst_cycles() const {
        return 2 * ((line_bytes + bus_bytes_per_cycle - 1) / bus_bytes_per_cycle) * timing.pseudo_channels;
    }

    BankMap bank_map() const {
        BankMap map{banks, row_bytes, bank_hash};
        const unsigned slices = address_map.slices_per_partition;
        if (slice_banks && slices > 1) map.slices = {bits(slices), bits(address_map.interleave_bytes), bits(row_bytes)};
        return map;
    }

    template <class Visitor>
    void visit(Visitor& v) {
        v("scheduler", scheduler, "", "order of service: fr_fcfs, fifo or banked_fifo");
        v("page_policy", page_policy, "",
          "when rows are closed: open (for another row), closed (with each column command) or closed_adaptive (with a "
          "column command after which no request waits for the row)");
        v("queue_entries", queue_entries, "requests", "requests the scheduler chooses from; not for banked_fifo");
        v("bank_queue_entries", bank_queue_entries, "requests",
          "requests that wait for one bank; for banked_fifo only");
        v("interface_entries", interface_entries, "requests",
          "requests that wait at each port in front of the queue, in order");
        v("banks", banks, "banks", "DRAM banks behind the controller");
        v("row_bytes", row_bytes, "B", "bytes of an open row");
        v("bank_hash", bank_hash, "", "exclusive-or the bank number with the low row bits");
        v("slice_banks", slice_banks, "",
          "with several L2 slices each has banks of its own: the slice is the lowest part of the bank's number");
        v("row_command_bus", row_command_bus, "",
          "activates and precharges have a command bus of their own beside that of column commands, as in HBM");
        v("bus_bytes_per_cycle", bus_bytes_per_cycle, "B/cycle",
          "width of the data bus, of all pseudo-channels together");
        v("pipeline_latency_cycles", pipeline_latency_cycles, "cycles",
          "fixed latency of controller and interface, on top of the banks");
        timing.visit(v);
    }
    void validate(const std::string& key) const {
        require_one_of(scheduler, scheduler_names, key + ".scheduler");
        require_one_of(page_policy, page_policy_names, key + ".page_policy");
        require_range(queue_entries, 1u, 4096u, key + ".queue_entries");
        require_range(bank_queue_entries, 1u, 1023u, key + ".bank_queue_entries");  // 64 banks: 65535 in all
        require_range(interface_entries, 1u, 4096u, key + ".interface_entries");
        require_range(banks, 1u, 64u, key + ".banks");
        require_power_of_two(banks, key + ".banks");
        require_range(row_bytes, line_bytes, 1u << 20, key + ".row_bytes");
        require_power_of_two(row_bytes, key + ".row_bytes");
        require_range(bus_bytes_per_cycle, 1u, 1024u, key + ".bus_bytes_per_cycle");
        require_range(pipeline_latency_cycles, 0u, 100000u, key + ".pipeline_latency_cycles");
        require_range(ports, 1u, 256u, key + ".ports");
        timing.validate(key, longest_burst_cycles());
        require(timing.pseudo_channels <= banks, key + ".pseudo_channels",
                "is " + std::to_string(timing.pseudo_channels) +
                    ", must not be above banks = " + std::to_string(banks) + ": every pseudo-channel has a bank");
        const unsigned banks_per_channel = banks / timing.pseudo_channels;
        require(timing.bank_groups <= banks_per_channel, key + ".bank_groups",
                "is " + std::to_string(timing.bank_groups) + ", must not be above banks / pseudo_channels = " +
                    std::to_string(banks_per_channel) + ": every group has a bank");
        address_map.validate(key);
        validate_slice_banks(key);
    }
    // This needs the machine's address map, which is known later than the keys.
    void validate_slice_banks(const std::string& key) const {
        if (!slice_banks) return;
        const unsigned slices = address_map.slices_per_partition, chunk = address_map.interleave_bytes;
        require(is_power_of_two(slices) && slices <= banks, key + ".slice_banks",
                "is true with " + std::to_string(slices) + " L2 slices at each controller of " + std::to_string(banks) +
                    " banks; it needs a power of two up to the number of banks");
        require(is_power_of_two(chunk) && chunk <= row_bytes, key + ".slice_banks",
                "is true with pieces of " + std::to_string(chunk) + " B in rows of " + std::to_string(row_bytes) +
                    " B; it needs an address_map.interleave_bytes that is a power of two up to row_bytes");
    }

private:
    static unsigned bits(unsigned power_of_two) { return static_cast<unsigned>(__builtin_ctz(power_of_two)); }
};

}  // namespace heddle
