// An initiator that sends launch messages and records when the response to each came.
#pragma once

#include <cstring>
#include <vector>

#include "heddle/base/at_out.h"
#include "heddle/base/launch_messages.h"
#include "heddle/base/payload_pool.h"

namespace heddle {

class MessageDriver : public Ticked {
public:
    AtOut launch_out;

    struct Message {
        MessagePayload* payload;
        Cycle not_before;
        Cycle sent = never, answered = never;
    };

    MessageDriver(sc_core::sc_module_name name, ClockDomain& domain, std::size_t response_capacity = 8)
        : Ticked(name, domain), launch_out(*this, "launch_out", response_capacity) {}
    ~MessageDriver() override {
        for (Message& message : messages_) message.payload->release();
    }

    template <class Content>
    unsigned send(Cycle not_before, const Content& content, unsigned bytes = sizeof(Content)) {
        MessagePayload* payload = pool_.acquire(tlm::TLM_WRITE_COMMAND, 0, bytes);
        std::memcpy(payload->data.data(), &content, sizeof content);
        messages_.push_back({payload, not_before});
        wake_at(std::max(not_before, domain().now() + 1));
        return static_cast<unsigned>(messages_.size() - 1);
    }
    MessagePayload& payload(unsigned index) { return *messages_[index].payload; }
    const Message& operator[](unsigned index) const { return messages_[index]; }
    std::size_t size() const { return messages_.size(); }
    tlm::tlm_response_status status(unsigned index) const { return messages_[index].payload->get_response_status(); }
    bool done() const { return answered_ == messages_.size(); }
    Cycle reads_responses_from = 0;  // no response is taken before this cycle

    void tick(Cycle now) override {
        bool progress = false;
        if (now >= reads_responses_from && launch_out.responses().ready(now)) {
            const Payload* payload = launch_out.responses().pop(now);
            for (Message& message : messages_)
                if (message.payload == payload) message.answered = now;
            ++answered_;
            progress = true;
        }
        if (next_ < messages_.size() && messages_[next_].not_before <= now && launch_out.can_send(now)) {
            messages_[next_].sent = now;
            launch_out.send(messages_[next_++].payload, now);
            progress = true;
        }
        launch_out.service(now);
        sleep_or_continue(progress, now, launch_out);
        if (next_ < messages_.size() && (progress || messages_[next_].not_before > now))
            wake_at(std::max(messages_[next_].not_before, now + 1));
        if (reads_responses_from > now) wake_at(reads_responses_from);
    }

private:
    PayloadPool<MessagePayload> pool_;
    std::vector<Message> messages_;
    std::size_t next_ = 0, answered_ = 0;
};

}  // namespace heddle
