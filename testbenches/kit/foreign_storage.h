// The memory of a foreign target: sparse, real bytes, the plain reading of TLM-2.0.
#pragma once

#include <array>
#include <cstdint>
#include <tlm>
#include <unordered_map>

namespace heddle {

class ForeignStorage {
public:
    // Executes a read or write with byte enables and streaming, and sets the response status.
    void access(tlm::tlm_generic_payload& payload);
    unsigned debug(tlm::tlm_generic_payload& payload);

    std::uint8_t peek(std::uint64_t address) const;
    void poke(std::uint64_t address, std::uint8_t value) { byte(address) = value; }

private:
    static constexpr std::uint64_t page_bytes = 4096;
    std::uint8_t& byte(std::uint64_t address) { return pages_[address / page_bytes][address % page_bytes]; }
    void move(tlm::tlm_generic_payload& payload);

    std::unordered_map<std::uint64_t, std::array<std::uint8_t, page_bytes>> pages_;
};

}  // namespace heddle
