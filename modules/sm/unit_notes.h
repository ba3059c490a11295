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
    struct Note {
        Cycle visible = 0;
        std::uint16_t warp = 0;
        bool left_queue = false, left_unit = false;
    };

    explicit UnitNotes(Ticked& owner) : owner_(owner) {}

    // Says all there is to know of the instruction, which the unit has just looked at: in the cycle in which the note
    // counts, it has left the host's caches.
    void phase_seen(Payload& payload, const tlm::tlm_phase& phase, Cycle visible) override {
        const bool says_unit = phase == LEFT_UNIT;
        if (!says_unit && phase != LEFT_QUEUE) return;
        auto& access = static_cast<MemoryInstruction&>(payload);
        const Note note{visible, access.access.warp, access.owner.in_queue, says_unit && access.owner.in_unit};
        access.owner.in_queue = false;
        access.owner.in_unit &= !says_unit;
        if (!note.left_queue && !note.left_unit) return;
        notes_.push_back(note);
        if (urgent_) owner_.wake_also_at(visible);
    }
    // The end of the owner's every tick: whether somebody waits for a note. Otherwise they are read when it ticks
    // anyway.
    void set_urgent(bool urgent) {
        urgent_ = urgent;
        if (!urgent) return;
        for (const Note& note : notes_) owner_.wake_also_at(note.visible);
    }
    bool empty() const { return notes_.empty(); }
    // visit(const Note&) for each that counts by now, in the order in which they came.
    template <class Visit>
    void take(Cycle now, Visit visit) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < notes_.size(); ++i) {
            if (notes_[i].visible > now)
                notes_[kept++] = notes_[i];
            else
                visit(notes_[i]);
        }
        notes_.resize(kept);
    }

private:
    std::vector<Note> notes_;
    Ticked& owner_;
    bool urgent_ = false;
};

}  // namespace heddle
