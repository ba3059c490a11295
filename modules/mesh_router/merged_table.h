// The coalescer of a router (MECHANISMS 3.2): packets that wait here, and become one packet if they want the same row.
// Plain C++.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "heddle/base/cycle.h"
#include "heddle/mesh_router/hold_policy.h"
#include "heddle/mesh_router/mesh_packet.h"
#include "heddle/mesh_router/mesh_packet_size.h"

namespace heddle {

// Which deadline two merged packets have.
enum class MergedDeadline : std::uint8_t { first, max };
constexpr std::array<const char*, 2> merged_deadline_names{"first", "max"};

// What a table did since somebody last looked.
struct CoalescingTally {
    unsigned candidates = 0;      // heads that the detector wanted to hold
    unsigned held = 0;            // of these, packets that found room
    unsigned hold_cycles = 0;     // granted to their requests
    unsigned merges = 0;          // packets that became part of another
    unsigned merged_packets = 0;  // packets, as injected, that share a packet for the first time
};

class MergedTable {
public:
    struct Rules {
        Detector detector{HoldPolicy::none, 5};
        unsigned entries = 16;
        unsigned most_members = 32;
        MergedDeadline deadline = MergedDeadline::first;
        MeshPacketSize size;
    };
    explicit MergedTable(const Rules& rules) : rules_(rules) { entries_.reserve(rules.entries); }

    // Whether a packet whose head has arrived can wait here: there is a place, or another to its row, and the two are
    // not too big together; or nothing merges, and then there is always a place. If so it is reserved until insert().
    [[nodiscard]] bool reserve(const MeshPacket& packet);
    // The whole packet has arrived: it is merged with one of the same row, or waits by itself. Returns the packet that
    // it was merged into, and then it must not be used any more.
    MeshPacket* insert(MeshPacket* packet, unsigned output, Cycle deadline);

    // The release scheduler: hands out the oldest packet whose time is over, for each output in the mask, once each.
    // An expired packet whose output is not free goes on waiting, and merging.
    template <class Release>
    void release(Cycle now, unsigned free_outputs, Release release) {
        if (next_deadline_ > now) return;
        next_deadline_ = never;
        std::size_t kept = 0;
        for (const Entry& entry : entries_) {
            if (entry.deadline <= now && (free_outputs >> entry.output & 1)) {
                free_outputs &= ~(1U << entry.output);
                release(entry.packet, entry.output);
            } else {
                next_deadline_ = std::min(next_deadline_, entry.deadline);
                entries_[kept++] = entry;
            }
        }
        entries_.resize(kept);
    }
    // The next cycle in which a deadline passes; never if there is none. Those that have passed wait for their outputs.
    Cycle next_deadline_after(Cycle now) const {
        if (next_deadline_ > now) return next_deadline_;
        Cycle next = never;
        for (const Entry& entry : entries_)
            if (entry.deadline > now) next = std::min(next, entry.deadline);
        return next;
    }
    unsigned size() const { return static_cast<unsigned>(entries_.size()); }
    CoalescingTally& tally() { return tally_; }
    const Rules& rules() const { return rules_; }

private:
    struct Entry {
        MeshPacket* packet;
        Cycle deadline;
        std::uint8_t output;
    };
    Entry* of_same_row(const MeshPacket& packet);
    bool fits(const Entry& entry, const MeshPacket& packet) const;
    void merge(Entry& entry, MeshPacket& packet, Cycle deadline);

    const Rules rules_;
    std::vector<Entry> entries_;  // oldest first
    unsigned reserved_ = 0;
    Cycle next_deadline_ = never;
    CoalescingTally tally_;
};

}  // namespace heddle
