// When each register of each resident warp can be read: a cycle, or never while its load or atomic is in flight. And,
// if memory instructions read theirs some time after their issue, which ones are not to be overwritten yet. Plain C++.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "heddle/base/cycle.h"
#include "heddle/sm/pending_registers.h"
#include "heddle/stimulus/kernel.h"

namespace heddle {

// Registers are many, so a cycle is kept in four bytes: as the distance from an epoch, which moves on before the
// distance becomes too large. Most instructions wait for no register; the warp's PendingRegisters tell that
// without a look at each.
class Scoreboard {
public:
    // `late_reads`: set_unread() and set_read() will be called.
    void resize(unsigned warps, unsigned registers_per_warp, bool late_reads = false) {
        stride_ = std::max(1u, registers_per_warp);  // a kernel may name none
        ready_.assign(std::size_t{warps} * stride_, 0);
        readers_.assign(late_reads ? ready_.size() : 0, 0);
        unread_.assign(late_reads ? warps : 0, 0);
    }
    void clear(unsigned warp) {
        std::fill_n(&ready_[warp * stride_], stride_, 0);
        if (readers_.empty()) return;
        std::fill_n(&readers_[warp * stride_], stride_, 0);
        unread_[warp] = 0;
    }

    // To be called before the others in every cycle that calls any of them.
    void begin(Cycle now) {
        if (__builtin_expect(now >= epoch_end_, 0)) move_epoch_to(now);
    }

    // The first cycle in which the instruction's sources can be read and its destinations written in order, or any
    // cycle up to `by` if it is not later than that; never while one of them is the destination of a load or atomic in
    // flight.
    Cycle ready_at(const PendingRegisters& pending, unsigned warp, const WarpInstruction& instruction, Cycle by) const {
        return pending.concerns(instruction, by) ? latest_of(warp, instruction) : 0;
    }
    // The same without a look at the bits, which may concern the instruction.
    Cycle latest_of(unsigned warp, const WarpInstruction& instruction) const {
        if (!readers_.empty() && overwrites_unread(&readers_[warp * stride_], instruction)) return never;
        const std::uint32_t at = latest(&ready_[warp * stride_], instruction);
        return at == in_flight ? never : epoch_ + at;
    }
    // Results of a unit come in the given cycle, which is not more than 2^31 cycles ahead.
    void set_results(PendingRegisters& pending, unsigned warp, const WarpInstruction& instruction, Cycle at,
                     Cycle now) {
        const std::uint64_t bits = set(warp, instruction, static_cast<std::uint32_t>(at - epoch_));
        if (pending.computed_by > now)
            pending.computed |= bits;
        else
            pending.computed = bits;
        if (pending.computed_by < at) pending.computed_by = at;
    }
    // Results come with a response.
    void set_in_flight(PendingRegisters& pending, unsigned warp, const WarpInstruction& instruction) {
        pending.loaded |= set(warp, instruction, in_flight);
    }
    // The response has come. `last`: no other load or atomic of the warp is in flight.
    void set_arrived(PendingRegisters& pending, unsigned warp, const WarpInstruction& instruction, bool last) {
        if (last && (unread_.empty() || !unread_[warp])) pending.loaded = 0;
        set(warp, instruction, 0);
    }

    // The instruction has issued but not read its sources yet.
    void set_unread(PendingRegisters& pending, unsigned warp, const WarpInstruction& instruction) {
        ++unread_[warp];
        for (unsigned i = 0; i < instruction.source_count; ++i) {
            ++readers_[warp * stride_ + instruction.sources[i]];
            pending.loaded |= WarpInstruction::register_bit(instruction.sources[i]);
        }
    }
    void set_read(unsigned warp, const WarpInstruction& instruction) {
        --unread_[warp];
        for (unsigned i = 0; i < instruction.source_count; ++i) --readers_[warp * stride_ + instruction.sources[i]];
    }

private:
    static constexpr std::uint32_t in_flight = std::numeric_limits<std::uint32_t>::max();
    static constexpr Cycle epoch_length = Cycle{1} << 31;

    [[gnu::noinline]] static std::uint32_t latest(const std::uint32_t* registers, const WarpInstruction& instruction) {
        std::uint32_t at = 0;
        for (unsigned i = 0; i < instruction.source_count; ++i) at = std::max(at, registers[instruction.sources[i]]);
        for (unsigned i = 0; i < instruction.destination_count; ++i)
            at = std::max(at, registers[instruction.destinations[i]]);
        return at;
    }
    static bool overwrites_unread(const std::uint16_t* readers, const WarpInstruction& instruction) {
        bool unread = false;
        for (unsigned i = 0; i < instruction.destination_count; ++i)
            unread |= readers[instruction.destinations[i]] != 0;
        return unread;
    }
    // Returns the destinations' bits. Most instructions have one destination.
    std::uint64_t set(unsigned warp, const WarpInstruction& instruction, std::uint32_t at) {
        if (__builtin_expect(instruction.destination_count == 1, 1))
            return set_register(&ready_[warp * stride_], instruction.destinations[0], at);
        return instruction.destination_count ? set_several(warp, instruction, at) : 0;
    }
    [[gnu::noinline]] std::uint64_t set_several(unsigned warp, const WarpInstruction& instruction, std::uint32_t at) {
        std::uint64_t bits = 0;
        for (unsigned i = 0; i < instruction.destination_count; ++i)
            bits |= set_register(&ready_[warp * stride_], instruction.destinations[i], at);
        return bits;
    }
    static std::uint64_t set_register(std::uint32_t* registers, unsigned number, std::uint32_t at) {
        registers[number] = at;
        return WarpInstruction::register_bit(number);
    }
    [[gnu::cold]] void move_epoch_to(Cycle epoch) {
        const Cycle by = epoch - epoch_;
        for (std::uint32_t& at : ready_)
            if (at != in_flight) at = at > by ? static_cast<std::uint32_t>(at - by) : 0;
        epoch_ = epoch;
        epoch_end_ = epoch + epoch_length;
    }

    std::size_t stride_ = 0;
    Cycle epoch_ = 0, epoch_end_ = epoch_length;
    std::vector<std::uint32_t> ready_;
    // Memory instructions that have issued and not read their registers yet: by register, and of each warp. Empty if
    // all registers are read at issue.
    std::vector<std::uint16_t> readers_, unread_;
};

}  // namespace heddle
