// A load/store unit with a pool between warp instructions and a memory whose responses are planned.
#pragma once

#include "kit/checking_binder.h"
#include "l1_cache/planned_memory.h"
#include "lsu/warp_driver.h"

namespace heddle {

template <class Unit>
struct PoolBench {
    template <class... Arguments>
    explicit PoolBench(const LsuParameters& parameters, std::size_t l1_queue, const Arguments&... arguments)
        : clock("clock", period_of_mhz(1000)),
          driver("driver", clock, 64),
          lsu("lsu", clock, parameters, arguments...),
          memory("memory", clock, l1_queue) {
        binder.bind(driver.memory_out, lsu.warp_in);
        binder.bind(lsu.l1_out, memory.request_in);
        for (unsigned i = 0; i < 65536; ++i) memory.byte(i) = pattern(i);
    }
    static std::uint8_t pattern(std::uint64_t address) {
        return static_cast<std::uint8_t>(address * 7 + address / 256);
    }
    static std::uint32_t word_at(std::uint64_t address) {
        std::uint32_t value = 0;
        for (unsigned i = 4; i-- > 0;) value = value << 8 | pattern(address + i);
        return value;
    }
    unsigned access(Cycle at, unsigned warp, AccessKind kind, const WarpDriver::LaneAddress& address,
                    unsigned bytes = 4, LaneMask active = all_lanes) {
        const unsigned index = driver.warp(at, kind, address, bytes, active);
        driver[index].warp->access.warp = static_cast<std::uint16_t>(warp);
        return index;
    }
    unsigned load(Cycle at, unsigned warp, const WarpDriver::LaneAddress& address, unsigned bytes = 4,
                  LaneMask active = all_lanes) {
        return access(at, warp, AccessKind::load, address, bytes, active);
    }
    bool holds(unsigned index, const WarpDriver::LaneAddress& address) {
        for (unsigned lane = 0; lane < warp_lanes; ++lane)
            if (driver.word(index, lane) != word_at(address(lane))) return false;
        return true;
    }
    void run() {
        sc_core::sc_start();
        REQUIRE(driver.done());
        REQUIRE(lsu.idle());
        REQUIRE(binder.outstanding() == 0);
        for (unsigned i = 0; i < driver.size(); ++i) REQUIRE_FALSE(driver[i].payload->is_response_error());
        lsu.settle_counters();
    }
    ClockDomain clock;
    WarpDriver driver;
    Unit lsu;
    PlannedMemory memory;
    CheckingBinder binder;
};

}  // namespace heddle
