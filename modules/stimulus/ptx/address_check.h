// The addresses a kernel may access: those of the buffers it was given. Any other access is a bug of the kernel.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::ptx {

struct AddressRange {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::string name;

    // Without a sum of address and bytes, which wraps around at the end of the address space.
    bool holds(std::uint64_t address, std::uint64_t bytes) const {
        return address >= begin && address < end && end - address >= bytes;
    }
};

class AddressCheck {
public:
    void add(const std::string& name, std::uint64_t begin, std::uint64_t bytes);
    // The range that holds the bytes, or null.
    const AddressRange* find(std::uint64_t address, std::uint64_t bytes) const;
    // For a message: "16 bytes behind the end of buffer 'a' (0x1000 .. 0x1fff)".
    std::string nearest(std::uint64_t address) const;

private:
    std::vector<AddressRange> ranges_;  // by address
};

std::string hexadecimal(std::uint64_t value);

}  // namespace heddle::ptx
