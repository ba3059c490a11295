// Loads of a bank that have got their data and wait for the path to the core, which takes the oldest first, whichever
// line came first. Plain C++.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "heddle/l1_cache/l1_request.h"

namespace heddle {

class OldestFirst {
public:
    bool empty() const { return answers_.empty(); }
    void push(std::uint16_t turn, Payload* payload, bool merged) {
        answers_.push_back({turn, merged, next_number_++, payload});
        std::push_heap(answers_.begin(), answers_.end(), after);
    }
    std::uint16_t turn() const { return answers_.front().turn; }
    // The oldest has waited for the fetch of another load.
    bool merged() const { return answers_.front().merged; }
    Payload* pop() {
        std::pop_heap(answers_.begin(), answers_.end(), after);
        Payload* const payload = answers_.back().payload;
        answers_.pop_back();
        return payload;
    }

    // Turns begin again at zero. The order is right as long as fewer than 32768 loads begin to wait while one waits.
    static bool before(std::uint16_t turn, std::uint16_t other) {
        return static_cast<std::int16_t>(static_cast<std::uint16_t>(turn - other)) < 0;
    }

private:
    struct Answer {
        std::uint16_t turn;
        bool merged;
        std::uint32_t
            number;        // of those with the same turn, acknowledgements for example, the first to come goes first
        Payload* payload;  // null: a sector of a load that waits for another
    };
    static bool after(const Answer& answer, const Answer& other) {
        if (answer.turn != other.turn) return before(other.turn, answer.turn);
        return static_cast<std::int32_t>(other.number - answer.number) < 0;
    }

    std::vector<Answer> answers_;
    std::uint32_t next_number_ = 0;
};

}  // namespace heddle
