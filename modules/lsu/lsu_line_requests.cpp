// Line requests: how they are made of an instruction, and how the bytes of their responses return to it.
#include <algorithm>

#include "heddle/lsu/lsu_base.h"

namespace heddle {

// The next line request of a warp instruction; its lanes are removed from `left`.
LsuBase::LineRequest* LsuBase::next_lane_request(Payload& instruction, WarpAccess& lanes, std::uint64_t& left) {
    const bool atomic = gpu_access(instruction).kind == AccessKind::atomic;
    const LineGroup group = next_line_group(lanes, static_cast<LaneMask>(left), atomic);
    left ^= group.lanes;
    return make_lane_request(instruction, lanes, group);
}

inline LsuBase::LineRequest* LsuBase::count_request(Current& current, LineRequest* line) {
    line->owner.pending = current.pending;
    ++pending_[current.pending].lines_open;
    ++current.lines;
    return line;
}

LsuBase::LineRequest* LsuBase::next_request(Current& current) {
    Payload& instruction = *pending_[current.pending].instruction;
    return count_request(current, current.lanes ? next_lane_request(instruction, *current.lanes, current.left)
                                                : make_plain_request(instruction, current.left));
}

LsuBase::LineRequest* LsuBase::make_request_of(Current& current, const LineGroup& group) {
    current.left ^= group.lanes;
    return count_request(current, make_lane_request(*pending_[current.pending].instruction, *current.lanes, group));
}

LsuBase::LineRequest* LsuBase::make_lane_request(Payload& instruction, WarpAccess& lanes, const LineGroup& group) {
    if (instruction.is_read()) return make_load_request(instruction, lanes.bypass_l1, group);
    const GpuAccess& info = gpu_access(instruction);
    LineRequest* line = start_request(instruction, instruction.get_command(), group.address, group.bytes);
    line->owner.group = group;
    const bool atomic = info.kind == AccessKind::atomic;
    line->access.word_mask = group.words;
    line->access.bypass_l1 = lanes.bypass_l1;
    if (atomic) {
        line->access.atomic_op = lanes.atomic_op;
        line->access.atomic_type = lanes.atomic_type;
    }
    const bool cas = atomic && lanes.atomic_op == AtomicOp::cas;
    if (group.run) {  // the line's bytes are the lanes' bytes: nothing to gather or to scatter
        line->set_data_ptr(&lanes.data[run_offset(lanes, group)]);
        if (cas) line->access.compare = &lanes.compare[run_offset(lanes, group)];
        return line;
    }
    std::uint8_t* enables = group.gaps ? line->enables.data() : nullptr;
    gather_from_lanes(lanes, lanes.data.data(), group, line->data.data(), enables);
    if (enables) line->use_byte_enables();
    if (cas) {
        gather_from_lanes(lanes, lanes.compare.data(), group, line->compare.data(), nullptr);
        line->access.compare = line->compare.data();
    }
    return line;
}

// The next line request of a plain access; its bytes are subtracted from `left`.
LsuBase::LineRequest* LsuBase::make_plain_request(Payload& instruction, std::uint64_t& left) {
    const std::uint64_t address = next_byte(instruction, left), offset = address - instruction.get_address();
    const unsigned bytes = static_cast<unsigned>(std::min(line_of(address) + line_bytes - address, left));
    left -= bytes;
    LineRequest* line = start_request(instruction, instruction.get_command(), address, bytes);
    line->access.word_mask = ~std::uint32_t{0};
    line->owner.group = {};
    line->owner.group.address = address;
    if (line->access.compare) line->access.compare += offset;
    // In debug transport the byte enables of an initiator may be anything.
    const unsigned char* enables = instruction.get_byte_enable_ptr();
    if (enables && instruction.get_byte_enable_length()) {
        for (unsigned i = 0; i < bytes; ++i)
            line->enables[i] = enables[(offset + i) % instruction.get_byte_enable_length()];
        line->use_byte_enables();
    }
    if (!instruction.is_read()) std::copy_n(instruction.get_data_ptr() + offset, bytes, line->data.data());
    return line;
}

// Copies the bytes of a line request that has a buffer of its own to the lanes or bytes of its instruction.
void LsuBase::deliver_bytes(Payload& instruction, const LineRequest& line) {
    if (!line.is_write() && line.get_data_length()) {
        if (auto* lanes = warp_access(instruction)) {
            scatter_to_lanes(*lanes, line.owner.group, line.data.data());
        } else {
            std::uint8_t* bytes = instruction.get_data_ptr() + (line.owner.group.address - instruction.get_address());
            for (unsigned i = 0; i < line.get_data_length(); ++i)
                if (!line.get_byte_enable_ptr() || line.enables[i] == TLM_BYTE_ENABLED) bytes[i] = line.data[i];
        }
    }
}

}  // namespace heddle
