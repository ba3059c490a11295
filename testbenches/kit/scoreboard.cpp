#include "kit/scoreboard.h"

#include <algorithm>
#include <sstream>

namespace heddle {

MemoryScoreboard::Ticket MemoryScoreboard::open(Line& line_state, std::uint64_t address, unsigned length) {
    if (spare_.empty()) {
        spare_.push_back(static_cast<Ticket>(accesses_.size()));
        accesses_.emplace_back();
    }
    const Ticket ticket = spare_.back();
    spare_.pop_back();
    Access& access = accesses_[ticket];
    access.line_number = address / line;
    access.offset = static_cast<unsigned>(address % line);
    access.length = length;
    access.also.clear();
    line_state.in_flight.push_back(ticket);
    ++in_flight_;
    return ticket;
}

void MemoryScoreboard::close(Ticket ticket) {
    std::vector<Ticket>& in_flight = lines_[accesses_[ticket].line_number].in_flight;
    in_flight.erase(std::find(in_flight.begin(), in_flight.end(), ticket));
    spare_.push_back(ticket);
    --in_flight_;
}

// A write and another access of the same line are under way at the same time.
void MemoryScoreboard::meet(Access& write, Access& other) {
    const unsigned first = std::max(write.offset, other.offset);
    const unsigned last = std::min(write.offset + write.length, other.offset + other.length);
    for (unsigned byte = first; byte < last; ++byte) {
        if (!write.written[byte] || (other.write && !other.written[byte])) continue;
        const auto at = static_cast<std::uint8_t>(byte);
        other.also.push_back({at, write.data[byte]});
        if (other.write) write.also.push_back({at, other.data[byte]});
    }
}

MemoryScoreboard::Ticket MemoryScoreboard::begin_read(std::uint64_t address, unsigned length) {
    Line& state = lines_[address / line];
    const Ticket ticket = open(state, address, length);
    Access& read = accesses_[ticket];
    read.write = false;
    read.data = state.value;
    for (const Candidate& candidate : state.alternatives) read.also.push_back(candidate);
    for (Ticket other : state.in_flight)
        if (other != ticket && accesses_[other].write) meet(accesses_[other], read);
    return ticket;
}

MemoryScoreboard::Ticket MemoryScoreboard::begin_write(std::uint64_t address, unsigned length, const std::uint8_t* data,
                                                       const std::uint8_t* enables) {
    Line& state = lines_[address / line];
    const Ticket ticket = open(state, address, length);
    Access& write = accesses_[ticket];
    write.write = true;
    write.written.fill(0);
    for (unsigned i = 0; i < length; ++i) {
        write.data[write.offset + i] = data[i];
        write.written[write.offset + i] = !enables || enables[i];
    }
    for (Ticket other : state.in_flight)
        if (other != ticket) meet(write, accesses_[other]);
    return ticket;
}

void MemoryScoreboard::end_write(Ticket ticket) {
    const Access& write = accesses_[ticket];
    Line& state = lines_[write.line_number];
    auto& alternatives = state.alternatives;
    alternatives.erase(std::remove_if(alternatives.begin(), alternatives.end(),
                                      [&](const Candidate& c) { return write.written[c.byte]; }),
                       alternatives.end());
    for (unsigned byte = write.offset; byte < write.offset + write.length; ++byte)
        if (write.written[byte]) state.value[byte] = write.data[byte];
    alternatives.insert(alternatives.end(), write.also.begin(), write.also.end());
    close(ticket);
}

bool MemoryScoreboard::allowed(const std::vector<Candidate>& candidates, unsigned byte, std::uint8_t value) {
    return std::any_of(candidates.begin(), candidates.end(),
                       [&](const Candidate& c) { return c.byte == byte && c.value == value; });
}

std::string MemoryScoreboard::end_read(Ticket ticket, const std::uint8_t* data) {
    const Access& read = accesses_[ticket];
    std::string problem;
    for (unsigned i = 0; i < read.length && problem.empty(); ++i) {
        const unsigned byte = read.offset + i;
        if (data[i] != read.data[byte] && !allowed(read.also, byte, data[i])) problem = mismatch(read, byte, data[i]);
    }
    close(ticket);
    return problem;
}

std::string MemoryScoreboard::mismatch(const Access& read, unsigned byte, std::uint8_t value) {
    std::ostringstream text;
    text << std::hex << std::showbase << "byte at " << read.line_number * line + byte << " is " << int(value)
         << ", expected " << int(read.data[byte]);
    for (const Candidate& c : read.also)
        if (c.byte == byte) text << " or " << int(c.value);
    return text.str();
}

bool MemoryScoreboard::may_hold(std::uint64_t address, std::uint8_t value) const {
    const auto found = lines_.find(address / line);
    if (found == lines_.end()) return value == 0;
    const unsigned byte = static_cast<unsigned>(address % line);
    return found->second.value[byte] == value || allowed(found->second.alternatives, byte, value);
}

}  // namespace heddle
