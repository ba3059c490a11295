#include "heddle/mesh_router/merged_table.h"

#include <algorithm>

namespace heddle {

MergedTable::Entry* MergedTable::of_same_row(const MeshPacket& packet) {
    if (!rules_.detector.merges()) return nullptr;
    for (Entry& entry : entries_)
        if (entry.packet->row_key == packet.row_key && entry.packet->destination == packet.destination) return &entry;
    return nullptr;
}

bool MergedTable::fits(const Entry& entry, const MeshPacket& packet) const {
    return entry.packet->members.size() + packet.members.size() <= rules_.most_members;
}

bool MergedTable::reserve(const MeshPacket& packet) {
    if (!rules_.detector.merges()) {  // every packet is delayed
        ++reserved_;
        return true;
    }
    const Entry* partner = of_same_row(packet);
    if (partner && !fits(*partner, packet)) return false;
    if (entries_.size() + reserved_ >= rules_.entries && !(reserved_ == 0 && partner)) return false;
    ++reserved_;
    return true;
}

MeshPacket* MergedTable::insert(MeshPacket* packet, unsigned output, Cycle deadline) {
    --reserved_;
    packet->big = rules_.detector.merges();
    if (Entry* partner = of_same_row(*packet); partner && fits(*partner, *packet)) {
        merge(*partner, *packet, deadline);
        return partner->packet;
    }
    entries_.push_back({packet, deadline, static_cast<std::uint8_t>(output)});
    next_deadline_ = std::min(next_deadline_, deadline);
    return nullptr;
}

// One header remains: that of the packet which will be held less on the rest of its way.
void MergedTable::merge(Entry& entry, MeshPacket& packet, Cycle deadline) {
    MeshPacket& whole = *entry.packet;
    ++tally_.merges;
    tally_.merged_packets += unsigned{whole.members.size() == 1} + unsigned{packet.members.size() == 1};
    if (rules_.detector.remaining(packet) < rules_.detector.remaining(whole)) {
        whole.hop = packet.hop;
        whole.hops = packet.hops;
    }
    whole.slack = std::min(whole.slack, packet.slack);
    whole.members.insert(whole.members.end(), packet.members.begin(), packet.members.end());
    const auto members = static_cast<unsigned>(whole.members.size());
    whole.flits = static_cast<std::uint16_t>(rules_.size.request_flits(members, 0));
    entry.deadline = rules_.deadline == MergedDeadline::first ? std::min(entry.deadline, deadline)
                                                              : std::max(entry.deadline, deadline);
    next_deadline_ = std::min(next_deadline_, entry.deadline);
    MeshPacketPool::release(&packet);
}

}  // namespace heddle
