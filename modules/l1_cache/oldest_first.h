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
        answers_.push_back({turn, merged, payload});
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
        Payload* payload;  // null: a sector of a load that waits for another
    };
    static bool after(const Answer& answer, const Answer& other) { return before(other.turn, answer.turn); }

    std::vector<Answer> answers_;
};

}  // namespace heddle
