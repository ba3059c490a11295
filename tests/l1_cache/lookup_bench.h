// An L1Lookup without a module around it: no SystemC, no time, no bytes.
#pragma once

#include <catch2/catch.hpp>

#include "heddle/l1_cache/l1_lookup.h"

namespace heddle {

struct LookupBench {
    // Four sets of two ways.
    static L1CacheParameters small() {
        L1CacheParameters parameters;
        parameters.size_bytes = 1024;
        parameters.ways = 2;
        return parameters;
    }
    static L1CacheParameters sectored() {
        L1CacheParameters parameters = small();
        parameters.sectored = true;
        return parameters;
    }
    static constexpr unsigned sets = 4;

    // What the module around the lookup would have.
    struct Room {
        std::size_t free = 8;
        bool taken = false, full = false;
        std::size_t miss_queue_entries() const { return free; }
        bool miss_port_taken() const { return taken; }
        bool hit_queue_full() const { return full; }
    };

    explicit LookupBench(const L1CacheParameters& parameters = small()) : lookup(parameters) {}

    static L1Request load(std::uint64_t address, unsigned bytes = 4, std::uint32_t words = 0) {
        return {L1RequestKind::load, address, bytes, words};
    }
    // The lookup never follows the pointer.
    static Payload* payload(std::uintptr_t number) { return reinterpret_cast<Payload*>(number); }

    L1Found find(const L1Request& request) const {
        L1Found found;
        lookup.find(request, found);
        return found;
    }
    StallCause stall(const L1Request& request) const {
        L1Found found = find(request);
        return lookup.stall_cause(found, room);
    }
    // Serves a load that misses or merges; returns what is sent to the L2.
    std::vector<L1Fetch> miss(const L1Request& request, std::uintptr_t number = 1) {
        L1Found found = find(request);
        REQUIRE(found.missing());
        REQUIRE(lookup.stall_cause(found, room) == StallCause::none);
        if (!lookup.plain()) {
            const L1Fetches fetches = lookup.wait_for_blocks(found, payload(number), 0, now);
            return {fetches.begin(), fetches.end()};
        }
        const L1Fetch fetch = lookup.wait_for_line(found, payload(number), 0, now);
        if (fetch.entry == L1Lookup::none) return {};
        return {fetch};
    }
    L1Installed install(const L1Fetch& fetch, bool failed = false) {
        return lookup.plain() ? lookup.install_line(fetch.entry, failed) : lookup.install_blocks(fetch.entry, failed);
    }
    void fill(const L1Request& request) {
        for (const L1Fetch& fetch : miss(request)) static_cast<void>(install(fetch));
    }
    // An address in the given set.
    static std::uint64_t in_set(unsigned set, unsigned line) { return (std::uint64_t{line} * sets + set) * line_bytes; }

    L1Lookup lookup;
    Room room;
    Cycle now = 0;
};

}  // namespace heddle
