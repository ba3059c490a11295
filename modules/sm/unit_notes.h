// What the load/store unit says about instructions it has not answered yet, kept until the cycle in which it counts.
#pragma once

#include <vector>

#include "base/at_out.h"
#include "base/lsu_messages.h"

namespace heddle {

class UnitNotes final : public PhaseObserver {
public:
    explicit UnitNotes(Ticked& owner) : owner_(owner) {}

    void phase_seen(Payload& payload, const tlm::tlm_phase& phase, Cycle visible) override {
        if (phase != LEFT_QUEUE && phase != LEFT_UNIT) return;
        notes_.push_back({&payload, phase == LEFT_UNIT, visible});
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
    // visit(Payload&, bool left_unit) for each that counts by now, in the order in which they came.
    template <class Visit>
    void take(Cycle now, Visit visit) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < notes_.size(); ++i) {
            const Note note = notes_[i];
            if (note.visible > now)
                notes_[kept++] = note;
            else
                visit(*note.payload, note.left_unit);
        }
        notes_.resize(kept);
    }

private:
    struct Note {
        Payload* payload = nullptr;
        bool left_unit = false;
        Cycle visible = 0;
    };
    Ticked& owner_;
    bool urgent_ = false;
    std::vector<Note> notes_;
};

}  // namespace heddle
