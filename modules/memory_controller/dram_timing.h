// DRAM timing in cycles of the memory clock. Defaults: GDDR5 of MECHANISMS 1.1 (icc, Table 2).
#pragma once

#include <string>

#include "heddle/base/parameters.h"

namespace heddle {

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
    }
    void validate(const std::string& key) const {
        DramTiming copy = *this;
        RangeCheck check{key};
        copy.visit(check);
        require(ccd_cycles > 0, key + ".ccd_cycles", "must be at least 1: one column command per cycle");
        // Timings that contradict each other: then one of them is not what the user believes.
        require(rc_cycles >= ras_cycles + rp_cycles, key + ".rc_cycles",
                "is " + std::to_string(rc_cycles) +
                    ", must be at least ras_cycles + rp_cycles = " + std::to_string(ras_cycles) + " + " +
                    std::to_string(rp_cycles) + ": between two activates of a bank its row is open and is precharged");
        require(ras_cycles >= rcd_cycles, key + ".ras_cycles",
                "is " + std::to_string(ras_cycles) + ", must be at least rcd_cycles = " + std::to_string(rcd_cycles) +
                    ": a row is not closed before its first column command");
    }

private:
    struct RangeCheck {
        const std::string& key;
        void operator()(const char* name, unsigned value, const char*, const char*) const {
            require_range(value, 0u, 10000u, key + "." + name);
        }
    };
};

}  // namespace heddle
