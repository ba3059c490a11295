// The byte-exact reference of a memory: which values a read may return, writes in flight considered. Plain C++.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace heddle {

// begin_* when a request is sent, end_* when its response has come; accesses stay inside one 128 B line. A byte that no
// write touched between a read's begin and end has exactly one right value; otherwise the old and every new value that
// was in flight will do. Writes to one byte that overlapped in time leave either value behind.
class MemoryScoreboard {
public:
    static constexpr unsigned line = 128;
    using Ticket = std::uint32_t;

    Ticket begin_read(std::uint64_t address, unsigned length);
    // `enables`: null, or one byte per data byte, non-zero where written.
    Ticket begin_write(std::uint64_t address, unsigned length, const std::uint8_t* data, const std::uint8_t* enables);
    void end_write(Ticket ticket);
    // Empty if the data are right, else "byte 3 at 0x1003 is 0x12, expected 0x34 or 0x56".
    std::string end_read(Ticket ticket, const std::uint8_t* data);

    // Contents set beforehand, outside any traffic.
    void poke(std::uint64_t address, std::uint8_t value) { lines_[address / line].value[address % line] = value; }
    // True if a byte at rest may have this value.
    bool may_hold(std::uint64_t address, std::uint8_t value) const;
    std::size_t in_flight() const { return in_flight_; }
    // Visits the address of every line ever touched.
    template <class Visit>
    void for_each_line(Visit visit) const {
        for (const auto& entry : lines_) visit(entry.first * line);
    }

private:
    struct Candidate {
        std::uint8_t byte, value;  // byte: offset in the line
    };
    struct Access {
        bool write = false;
        std::uint64_t line_number = 0;
        unsigned offset = 0, length = 0;
        std::array<std::uint8_t, line> data{}, written{};
        std::vector<Candidate> also;  // a read: other values allowed; a write: values of writes it raced with
    };
    struct Line {
        std::array<std::uint8_t, line> value{};
        std::vector<Candidate> alternatives;  // a race left more than one possible value
        std::vector<Ticket> in_flight;
    };
    Ticket open(Line& line_state, std::uint64_t address, unsigned length);
    void close(Ticket ticket);
    void meet(Access& write, Access& other);
    static bool allowed(const std::vector<Candidate>& candidates, unsigned byte, std::uint8_t value);
    static std::string mismatch(const Access& read, unsigned byte, std::uint8_t value);

    std::unordered_map<std::uint64_t, Line> lines_;
    std::vector<Access> accesses_;
    std::vector<Ticket> spare_;
    std::size_t in_flight_ = 0;
};

}  // namespace heddle
