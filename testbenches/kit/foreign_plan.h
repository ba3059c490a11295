// What a foreign initiator does: random accesses to a footprint it owns, and what each read must return.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace heddle {

struct ForeignTraffic {
    std::uint64_t transactions = 20000;
    unsigned outstanding = 24;
    std::uint64_t base = 0x10000;
    unsigned footprint_bytes = 16384;
    unsigned write_percent = 40;
    unsigned enables_percent = 30;  // of the writes: with byte enables
    std::uint64_t seed = 5;
};

// One access at a time per 128 B line when a write is involved, so that every read has exactly one right value.
class ForeignPlan {
public:
    static constexpr unsigned line = 128;
    struct Access {
        std::uint64_t address;
        unsigned length;
        bool write;
        unsigned enable_length;  // 0: none; may be shorter than the data, then it repeats
        std::array<std::uint8_t, line> data, enables;
    };

    explicit ForeignPlan(const ForeignTraffic& traffic);

    // Fills in an access that conflicts with nothing in flight, or returns false.
    bool next(Access& access);
    void finish(const Access& access, const std::uint8_t* data, bool ok);
    // Something else that is wrong with a response.
    void error(const Access& access, const std::string& what);

    std::uint8_t expected(std::uint64_t address) const { return bytes_[address - traffic_.base]; }
    std::uint64_t finished() const { return finished_; }
    std::uint64_t errors() const { return errors_; }
    const std::string& first_error() const { return first_error_; }
    std::uint64_t random() { return random_(); }

private:
    void fill_write(Access& access);

    const ForeignTraffic traffic_;
    std::mt19937_64 random_;
    std::vector<std::uint8_t> bytes_;
    std::vector<int> in_use_;  // per line: readers, or -1 for a writer
    std::uint64_t finished_ = 0, errors_ = 0;
    std::string first_error_;
};

}  // namespace heddle
