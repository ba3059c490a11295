// The data of a warp's memory instruction: stores out, loaded values back.
#include <cstring>

#include "heddle/stimulus/ptx/exec.h"
#include "heddle/stimulus/ptx/memory_lanes.h"
#include "heddle/stimulus/ptx/ptx_executor.h"
#include "heddle/stimulus/ptx/windows.h"

namespace heddle::ptx {
namespace {

// Puts an element of memory into lane l of a register; a wider register is filled as the type says.
void put(Warp& warp, const Step& step, unsigned element, unsigned l, std::uint64_t bits) {
    const Type held = step.value_types[element];
    const std::uint32_t slot = step.values[element];
    const std::uint64_t value = in_register(bits, step.type, held);
    if (is_wide(held))
        cells<std::uint64_t>(warp, slot)[l] = value;
    else
        cells<std::uint32_t>(warp, slot)[l] = static_cast<std::uint32_t>(value);
}

std::uint64_t get(Warp& warp, const Step& step, unsigned element, unsigned l) {
    const std::uint32_t slot = step.values[element];
    return is_wide(step.value_types[element]) ? cells<std::uint64_t>(warp, slot)[l]
                                              : cells<std::uint32_t>(warp, slot)[l];
}

// Of a load that the image of constants or parameters serves.
void check_image_address(const Warp& warp, const Step& step, unsigned l, std::uint64_t address) {
    const std::size_t size = warp.kernel->image(step.space).size();
    const unsigned bytes = bytes_of(step.type) * step.elements;
    if (address > size || address + bytes > size)
        warp.kernel->fail(warp, step, l,
                          std::string("load at .") + name_of(step.space) + " address " + hexadecimal(address) +
                              ", of " + std::to_string(size) + " bytes");
    if (address % bytes != 0)
        warp.kernel->fail(
            warp, step, l,
            std::string("misaligned load at .") + name_of(step.space) + " address " + hexadecimal(address));
}

}  // namespace

// A parameter that is named is a fixed value of the warp, and its step knows where it lies: no register has its
// address.
void PtxExecutor::fill_constant(Warp& warp, const Step& step, LaneMask mask, LaneAccess& access) const {
    access.access_bytes = static_cast<std::uint8_t>(bytes_of(step.type) * step.elements);
    access.bypass_l1 = false;
    access.strided = step.function != &read_image;
    const std::uint64_t window = window_base(step.space);
    if (access.strided) {
        access.base = window + static_cast<std::uint64_t>(step.immediate);
        access.stride = 0;
        return;
    }
    lane_addresses(warp, step, access.address);
    each(mask, [&](unsigned l) {
        check_image_address(warp, step, l, access.address[l]);
        access.address[l] += window;
    });
}

void PtxExecutor::fill(Warp& warp, const Step& step, LaneMask mask, LaneAccess& access) {
    const unsigned bytes = step.half ? 4 : bytes_of(step.type) * step.elements;
    access.access_bytes = static_cast<std::uint8_t>(bytes);
    access.bypass_l1 = step.bypass_l1;
    addresses(warp, step, mask, access);
    if (step.kind == Step::Kind::store) return store_data(warp, step, access);
    if (step.kind != Step::Kind::atomic) return;
    access.atomic_op = step.atomic_op;
    access.atomic_type = step.atomic_type;
    std::memcpy(access.data.data(), &warp.slots[step.b], std::size_t{warp_lanes} * bytes);
    if (step.atomic_op == AtomicOp::cas)
        std::memcpy(access.compare.data(), &warp.slots[step.c], std::size_t{warp_lanes} * bytes);
}

void PtxExecutor::store_data(Warp& warp, const Step& step, LaneAccess& access) const {
    const unsigned bytes = bytes_of(step.type), all = access.access_bytes;
    std::uint8_t* data = access.data.data();
    if (step.half) {
        const std::uint64_t* from = cells<std::uint64_t>(warp, step.values[0]);
        for (unsigned l = 0; l < warp_lanes; ++l) {
            const auto word = static_cast<std::uint32_t>(from[l] >> (step.half == 2 ? 32 : 0));
            std::memcpy(data + l * 4, &word, 4);
        }
        return;
    }
    if (step.elements == 1 && bytes >= 4 && bytes_of(step.value_types[0]) == bytes) {
        std::memcpy(data, &warp.slots[step.values[0]], std::size_t{warp_lanes} * bytes);
        return;
    }
    for (unsigned i = 0; i < step.elements; ++i)
        for (unsigned l = 0; l < warp_lanes; ++l) {
            const std::uint64_t bits = get(warp, step, i, l);
            std::memcpy(data + l * all + i * bytes, &bits, bytes);
        }
}

void PtxExecutor::write_back(WarpState& state, const WarpInstruction& instruction, const LaneAccess& access) {
    Warp& warp = static_cast<Warp&>(state);
    const Step& step = program_.steps[instruction.pc];
    const unsigned bytes = bytes_of(step.type), all = access.access_bytes;
    const std::uint8_t* data = access.data.data();
    if (step.half) {
        std::uint32_t* into = reinterpret_cast<std::uint32_t*>(&warp.slots[step.values[0]]) + (step.half == 2 ? 1 : 0);
        each(access.active, [&](unsigned l) { std::memcpy(into + 2 * l, data + l * 4, 4); });
        return;
    }
    for (unsigned i = 0; i < step.elements; ++i) {
        if (step.values[i] == no_index) continue;
        const bool same = step.elements == 1 && bytes >= 4 && bytes_of(step.value_types[i]) == bytes;
        if (same && access.active == warp.exists) {
            std::memcpy(static_cast<void*>(&warp.slots[step.values[i]]), data, std::size_t{warp_lanes} * bytes);
            continue;
        }
        each(access.active, [&](unsigned l) {
            std::uint64_t bits = 0;
            std::memcpy(&bits, data + l * all + i * bytes, bytes);
            put(warp, step, i, l, bits);
        });
    }
}

void read_image(Warp& warp, const Step& step, LaneMask mask) {
    const std::vector<std::uint8_t>& image = warp.kernel->image(step.space);
    const unsigned bytes = bytes_of(step.type);
    std::array<std::uint64_t, warp_lanes> address;
    lane_addresses(warp, step, address);
    each(mask & warp.exists, [&](unsigned l) {
        check_image_address(warp, step, l, address[l]);
        for (unsigned i = 0; i < step.elements; ++i) {
            if (step.values[i] == no_index) continue;
            std::uint64_t bits = 0;
            std::memcpy(&bits, image.data() + address[l] + i * bytes, bytes);
            put(warp, step, i, l, bits);
        }
    });
}

void is_in_space(Warp& warp, const Step& step, LaneMask mask) {
    const std::uint64_t* address = cells<std::uint64_t>(warp, step.a);
    LaneMask result = 0;
    for (unsigned l = 0; l < warp_lanes; ++l) result |= LaneMask{space_of(address[l]) == step.space} << l;
    warp.predicates[step.d] = (warp.predicates[step.d] & ~mask) | (result & mask);
}

}  // namespace heddle::ptx
