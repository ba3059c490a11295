// An L1 with banks, a driver in front of each.
#pragma once

#include <catch2/catch.hpp>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "heddle/l1_cache/l1_cache.h"
#include "kit/checking_binder.h"
#include "l1_cache/planned_memory.h"
#include "memory_controller/line_driver.h"

namespace heddle {

inline L1CacheParameters banked(unsigned banks) {
    L1CacheParameters parameters;
    parameters.size_bytes = 32 * 1024;
    parameters.banks = banks;
    return parameters;
}

// A driver per bank, all in front of one cache.
struct BankBench {
    explicit BankBench(const L1CacheParameters& parameters)
        : clock("clock", period_of_mhz(1000)), l1("l1", clock, parameters), memory("memory", clock) {
        for (unsigned bank = 0; bank < parameters.banks; ++bank) {
            drivers.push_back(std::make_unique<LineDriver>(("driver_" + std::to_string(bank)).c_str(), clock));
            binder.bind(drivers.back()->memory_out, l1.bank_in(bank));
        }
        binder.bind(l1.memory_out, memory.request_in);
    }
    // The line-th line of a bank.
    static std::uint64_t address(unsigned bank, unsigned line, unsigned banks = 8) {
        return (std::uint64_t{line} * banks + bank) * line_bytes;
    }
    Cycle answered(unsigned bank, unsigned index) const { return (*drivers[bank])[index].answered; }
    std::uint64_t counter(const std::string& name) const {
        for (const NamedCounter& counter : l1.counters())
            if (name == counter.name()) return counter.value();
        throw std::logic_error("no counter is called " + name);
    }
    void run() {
        sc_core::sc_start();
        for (auto& driver : drivers) REQUIRE(driver->done());
        CHECK(l1.idle());
        CHECK(binder.violations().empty());
        CHECK(binder.outstanding() == 0);
    }
    ClockDomain clock;
    L1Cache l1;
    PlannedMemory memory;
    std::vector<std::unique_ptr<LineDriver>> drivers;
    CheckingBinder binder;
};

}  // namespace heddle
