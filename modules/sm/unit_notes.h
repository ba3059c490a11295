// What the load/store unit says about instructions it has not answered yet, kept until the cycle in which it counts.
#pragma once

#include <vector>

#include "base/at_out.h"
#include "base/lsu_messages.h"
#include "sm/memory_instruction.h"

namespace heddle {

class UnitNotes final : public PhaseObserver {
public:
    // Of an instruction, for the first time: it has left its queue, or the unit, or both.
    // One word, because the host takes long to copy as a whole what has just been written in parts.
    class Note {
    public:
        Note(Cycle visible, unsigned warp, bool left_queue, bool left_unit)
            : word_(visible << 8 | warp << 2 | unsigned{left_unit} << 1 | unsigned{left_queue}) {}
        Cycle visible() const { return word_ >> 8; }
        unsigned warp() const { return word_ >> 2 & 63; }
        bool left_queue() const { return word_ & 1; }
        bool left_unit() const { return word_ & 2; }

    private:
        std::uint64_t word_;
    };

    explicit UnitNotes(Ticked& owner) : owner_(owner) {}

    // Says all there is to know of the instruction, which the unit has just looked at: in the cycle in which the note
    // counts, it has left the host's caches.
    void phase_seen(Payload& payload, const tlm::tlm_phase& phase, Cycle visible) override {
        const bool says_unit = phase == LEFT_UNIT;
        if (!says_unit && phase != LEFT_QUEUE) return;
        auto& access = static_cast<MemoryInstruction&>(payload);
        const bool left_queue = access.owner.in_queue, left_unit = says_unit & access.owner.in_unit;
        if (!left_queue && !left_unit) return;
        access.owner.in_queue = false;
        access.owner.in_unit ^= left_unit;
        notes_.emplace_back(visible, access.access.warp, left_queue, left_unit);
        if (urgent_) owner_.wake_also_at(visible);
    }
    // The end of the owner's every tick: whether somebody waits for a note. Otherwise they are read when it ticks
    // anyway.
    void set_urgent(bool urgent) {
        urgent_ = urgent;
        if (!urgent) return;
        for (const Note& note : notes_) owner_.wake_also_at(note.visible());
    }
    bool empty() const { return notes_.empty(); }
    // visit(Note) for each that counts by now, in the order in which they came.
    template <class Visit>
    void take(Cycle now, Visit visit) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < notes_.size(); ++i) {
            const Note note = notes_[i];
            if (note.visible() > now)
                notes_[kept++] = note;
            else
                visit(note);
        }
        notes_.erase(notes_.begin() + static_cast<std::ptrdiff_t>(kept), notes_.end());
    }

private:
    std::vector<Note> notes_;
    Ticked& owner_;
    bool urgent_ = false;
};

}  // namespace heddle
