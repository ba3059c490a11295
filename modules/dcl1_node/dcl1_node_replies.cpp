// The response of the L2 at the head of Q4: bytes for the cache and for the loads that wait for them, and one entry of
// Q2 for each of these.
#include <cstring>

#include "heddle/base/payload_bytes.h"
#include "heddle/dcl1_node/dcl1_node.h"

namespace heddle {

// The head is a fill, or belongs to a request that was passed on.
bool Dcl1Node::take_reply(Cycle now) {
    auto& replies = memory_out.responses();
    if (!replies.ready(now) || q2_.filled()) return false;
    if (answering_ == L1Lookup::none) {
        Payload* reply = replies.head();
        if (!reply->is_read() || gpu_access(*reply).bypass_l1) {
            if (perfect_ && !reply->is_read()) end_perfect_write(gpu_access(*reply).route.pop());
            push_response(q4_use_.pop(replies, now), now);
            return true;
        }
        install(*reply, now);
    }
    answer_next(now);
    return true;
}

// A head that had to go behind the write may hit now.
void Dcl1Node::end_perfect_write(unsigned number) {
    perfect_->lines.end_write(number);
    forget_head();
}

// All waiting loads get their bytes now: a later store may drop the line before their responses have left.
void Dcl1Node::install(Payload& fill, Cycle now) {
    answering_ = gpu_access(fill).route.pop();
    answered_ = 0;
    cache_taken_ = true;
    ++statistics.port_busy_cycles;
    ++statistics.fills;
    statistics.miss_latency_cycles += now - lookup_.mshr().since(answering_);
    if (lookup_.mshr().line(answering_) == head_.line) forget_head();
    hand_out_bytes(fill);
    const L1Installed installed = lookup_.fill_line(answering_, !fill.is_response_ok());
    // The bytes of the node's own fill may have been received in the way.
    std::uint8_t* const way_data = data_of(installed.way);
    if (installed.kept && fill.get_data_ptr() != way_data) std::memcpy(way_data, fill.get_data_ptr(), line_bytes);
}

void Dcl1Node::hand_out_bytes(const Payload& fill) {
    const std::uint64_t address = lookup_.mshr().line(answering_) * line_bytes;
    for (const L1Waiter& waiter : lookup_.mshr().waiters(answering_)) {
        // A load that was sent to the L2 itself has its bytes already.
        if (waiter.payload == &fill) continue;
        if (fill.is_response_ok()) read_overlap(*waiter.payload, fill.get_data_ptr(), address, line_bytes);
        waiter.payload->set_response_status(fill.get_response_status());
    }
}

// One of the waiting loads per cycle, in the order in which they came. With the last the fill leaves Q4.
void Dcl1Node::answer_next(Cycle now) {
    const Mshr<L1Waiter>& mshr = lookup_.mshr();
    const auto waiters = mshr.waiters(answering_);
    const bool itself = waiters[0].payload == memory_out.responses().head();
    push_response(waiters[answered_++].payload, now);
    if (answered_ < waiters.size()) return;
    Payload* fill = q4_use_.pop(memory_out.responses(), now);
    if (!itself) fill->release();
    mshr_use_.released(mshr.since(answering_), now);
    lookup_.release_entry(answering_);
    answering_ = L1Lookup::none;
}

}  // namespace heddle
