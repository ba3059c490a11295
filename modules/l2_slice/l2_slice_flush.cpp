// Cache commands: the slice writes its dirty lines to memory and drops lines, on behalf of software that shares memory
// with the GPU.
#include "heddle/base/launch_messages.h"
#include "heddle/l2_slice/l2_slice.h"

namespace heddle {

// The lookups are held up from the next cycle on, so that it does not matter whether the slice has been evaluated in
// this one.
void L2Slice::control(Payload& payload, sc_core::sc_time& delay) {
    L2Command command{};
    if (!read_message(payload, command, sizeof command)) return;
    if (!is_command(command)) {
        payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
        return;
    }
    sc_core::wait(delay);
    delay = sc_core::SC_ZERO_TIME;
    while (flushing_) sc_core::wait(flushed_);
    const Cycle from = domain().now() + 1;
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    flush_ = {&payload, command, from, 0, rejected_writebacks_, held_};
    flushing_ = true;
    wake_also_at(from);
    while (payload.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE) sc_core::wait(flushed_);
}

// With the lookups held up the fetches in flight run dry, and blocking accesses from before the command may still bring
// their lines in; then no line is reserved and the ways are gone through. The command has been executed when memory has
// acknowledged every write-back, those from before it included.
bool L2Slice::go_on_with_flush(Cycle now) {
    // After the command the head of the queue is looked up as if it were new: the line it knew may be gone.
    if (stall_) count_stall(now);
    stall_ = nullptr;
    if (!lookup_.mshr().empty() || !flush_.held.empty()) return false;
    if (flush_.way < lookup_.tags().lines()) return flush_ways(now);
    if (!open_writebacks_.empty() || !late_writes_.empty()) return false;
    finish_flush(now);
    return true;
}

// One write-back per cycle, as the miss queue has room. Ways without one take no time.
bool L2Slice::flush_ways(Cycle now) {
    const TagArray& tags = lookup_.tags();
    for (; flush_.way < tags.lines(); ++flush_.way) {
        const unsigned way = flush_.way;
        if (!held_.empty() && held(tags.line(way) * line_bytes)) return false;  // its release wakes the slice
        const bool writeback = writes_back(flush_.command) && tags.dirty(way);
        if (writeback) {
            if (!to_memory_.filled()) wake_at(now + 1);  // a slot popped in this cycle is free in the next
            if (!to_memory_.room(now)) return false;
            send_writeback(way, tags.line(way) * line_bytes, tags.dirty_sectors(way), now);
            lookup_.written_back(way);
        }
        if (invalidates(flush_.command) && tags.valid(way)) {
            lookup_.drop(way);
            written_.forget(way);
        }
        if (!writeback) continue;
        ++flush_.way;
        return true;
    }
    wake_at(now + 1);
    return true;
}

void L2Slice::finish_flush(Cycle now) {
    const bool ok = rejected_writebacks_ == flush_.rejected_before;
    flush_.payload->set_response_status(ok ? tlm::TLM_OK_RESPONSE : tlm::TLM_GENERIC_ERROR_RESPONSE);
    flushing_ = false;
    domain().notify_at(flushed_, now);
}

}  // namespace heddle
