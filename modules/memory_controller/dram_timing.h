// DRAM timing in cycles of the memory clock. Defaults: GDDR5 of MECHANISMS 1.1 (icc, Table 2).
#pragma once

#include <algorithm>
#include <string>

#include "heddle/base/divisor.h"
#include "heddle/base/parameters.h"

namespace heddle {

constexpr unsigned most_pseudo_channels = 16;

struct DramTiming {
    unsigned cl_cycles = 12;
    unsigned wl_cycles = 4;  // not in the paper; GPGPU-Sim's set with the same other values has 4
    unsigned rp_cycles = 12;
    unsigned rc_cycles = 40;
    unsigned ras_cycles = 28;
    unsigned rcd_cycles = 12;
    unsigned rrd_cycles = 6;
    unsigned ccd_cycles = 2;
    unsigned wr_cycles = 12;
    // Not in the paper. GPGPU-Sim's set with the same other values has tCDLR 5, leaves the data bus idle for two cycles
    // between a read and a write, and takes tCCD for tRTP.
    unsigned wtr_cycles = 5;
    unsigned rtw_cycles = 2;
    unsigned rtp_cycles = 2;
    // As HBM has them: parts of the channel with banks, data bus and timing of their own that share the command bus.
    unsigned pseudo_channels = 1;
    // One group: the banks are not grouped, and the two values below mean nothing.
    unsigned bank_groups = 1;
    unsigned ccdl_cycles = 3;
    unsigned rtpl_cycles = 2;
    // 0: no refresh.
    unsigned refi_cycles = 0;
    unsigned rfc_cycles = 0;
    bool refresh_single_banks = false;

    template <class Visitor>
    void visit(Visitor& v) {
        v("cl_cycles", cl_cycles, "cycles", "tCL: read command to data");
        v("wl_cycles", wl_cycles, "cycles", "tWL: write command to data");
        v("rp_cycles", rp_cycles, "cycles", "tRP: precharge to activate");
        v("rc_cycles", rc_cycles, "cycles", "tRC: activate to activate, same bank");
        v("ras_cycles", ras_cycles, "cycles", "tRAS: activate to precharge");
        v("rcd_cycles", rcd_cycles, "cycles", "tRCD: activate to column command");
        v("rrd_cycles", rrd_cycles, "cycles", "tRRD: activate to activate, other bank");
        v("ccd_cycles", ccd_cycles, "cycles", "tCCD: column command to column command");
        v("wr_cycles", wr_cycles, "cycles", "tWR: end of write data to precharge");
        v("wtr_cycles", wtr_cycles, "cycles", "tWTR, also called tCDLR: end of write data to read command");
        v("rtw_cycles", rtw_cycles, "cycles", "idle cycles of the data bus between read data and write data");
        v("rtp_cycles", rtp_cycles, "cycles", "tRTP: read command to precharge");
        v("pseudo_channels", pseudo_channels, "channels",
          "parts of the channel with banks, data bus, timing and refresh of their own (a power of two up to 16), "
          "consecutive banks in different ones; 1: none");
        v("bank_groups", bank_groups, "groups",
          "bank groups of a pseudo-channel, its consecutive banks in different ones; 1: none");
        v("ccdl_cycles", ccdl_cycles, "cycles", "tCCDL: column command to column command, same bank group");
        v("rtpl_cycles", rtpl_cycles, "cycles", "tRTPL: read command to precharge, same bank group");
        v("refi_cycles", refi_cycles, "cycles", "tREFI: refresh to refresh of the same bank; 0: no refresh");
        v("rfc_cycles", rfc_cycles, "cycles", "tRFC: refresh to activate");
        v("refresh_single_banks", refresh_single_banks, "",
          "banks are refreshed one by one and not all of a pseudo-channel at once");
    }
    // `longest_burst_cycles`: for which the data of an access may keep the bus busy.
    void validate(const std::string& key, unsigned longest_burst_cycles) const {
        DramTiming copy = *this;
        RangeCheck check{key};
        copy.visit(check);
        require(ccd_cycles > 0, key + ".ccd_cycles", "must be at least 1: one column command per cycle");
        require(is_power_of_two(pseudo_channels) && pseudo_channels <= most_pseudo_channels, key + ".pseudo_channels",
                "is " + std::to_string(pseudo_channels) + ", must be a power of two up to " +
                    std::to_string(most_pseudo_channels) + "; 1: the channel is not divided");
        require(bank_groups > 0, key + ".bank_groups", "must be at least 1: all banks in one group");
        require(bank_groups == 1 || ccdl_cycles >= ccd_cycles, key + ".ccdl_cycles",
                "must not be below ccd_cycles: banks of one group are no faster than banks of different ones");
        const unsigned between_refreshes = refresh_to_column_cycles(longest_burst_cycles);
        require(refi_cycles == 0 || refi_cycles > between_refreshes, key + ".refi_cycles",
                "is " + std::to_string(refi_cycles) + ", must be above " + std::to_string(between_refreshes) +
                    ", or each refresh could close rows before their first column command (ras_cycles, rc_cycles, " +
                    "rp_cycles, rtp_cycles, rtpl_cycles, rfc_cycles, rrd_cycles, rcd_cycles; wl_cycles, up to " +
                    std::to_string(longest_burst_cycles) + " cycles of data and wr_cycles)");
        // Timings that contradict each other: then one of them is not what the user believes.
        require(rc_cycles >= ras_cycles + rp_cycles, key + ".rc_cycles",
                "is " + std::to_string(rc_cycles) +
                    ", must be at least ras_cycles + rp_cycles = " + std::to_string(ras_cycles) + " + " +
                    std::to_string(rp_cycles) + ": between two activates of a bank its row is open and is precharged");
        require(ras_cycles >= rcd_cycles, key + ".ras_cycles",
                "is " + std::to_string(ras_cycles) + ", must be at least rcd_cycles = " + std::to_string(rcd_cycles) +
                    ": a row is not closed before its first column command");
    }

    // From a refresh to the first column command after it, when commands came just before it to every bank. The refresh
    // waits until a row just opened has been open for tRAS, and until the last data have been read or written.
    // `burst_cycles`: the longest that data may take.
    unsigned refresh_to_column_cycles(unsigned burst_cycles) const {
        const unsigned open =
            std::max({ras_cycles, rtp_cycles, bank_groups > 1 ? rtpl_cycles : 0, wl_cycles + burst_cycles + wr_cycles});
        const unsigned start = std::max(open + rp_cycles, rc_cycles);
        return std::max(start + rfc_cycles, rrd_cycles) + std::max(rcd_cycles, 1u);  // one command per cycle
    }

private:
    struct RangeCheck {
        const std::string& key;
        void operator()(const char* name, unsigned value, const char*, const char*) const {
            require_range(value, 0u, 1000000u, key + "." + name);
        }
    };
};

}  // namespace heddle
