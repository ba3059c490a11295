// Sparse memory over the whole 64-bit space: a page is allocated when it is written, and reads as zero before.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <new>
#include <unordered_map>

#include "heddle/base/geometry.h"
#include "heddle/base/host_line.h"

namespace heddle {

// The host has no memory for a further page. The message says how much the pages have taken.
class OutOfDeviceMemory : public std::bad_alloc {
public:
    explicit OutOfDeviceMemory(std::uint64_t taken_bytes);
    const char* what() const noexcept override { return text_.data(); }

private:
    std::array<char, 128> text_{};
};

class BackingStore {
public:
    static constexpr std::uint64_t page_bytes = 64 * 1024;

    // A pointer to the byte; the rest of its page follows.
    const std::uint8_t* read(std::uint64_t address) const;
    // Throws OutOfDeviceMemory.
    std::uint8_t* write(std::uint64_t address);

    // For a line that will be read or written soon.
    void prefetch_line(std::uint64_t address) const {
        if (const Page* page = find(address / page_bytes)) {
            const std::uint8_t* line = page->data() + line_of(address) % page_bytes;
            prefetch_host_line(line);
            prefetch_host_line(line + host_line_bytes);
        }
    }

    std::size_t pages() const { return pages_.size(); }

private:
    using Page = std::array<std::uint8_t, page_bytes>;
    Page* find(std::uint64_t number) const;
    Page* allocate(std::uint64_t number);

    std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
    // The pages of the last accesses: programs walk through a few arrays at a time.
    struct Recent {
        std::uint64_t number = ~std::uint64_t{0};
        Page* page = nullptr;
    };
    mutable std::array<Recent, 16> recent_;
};

}  // namespace heddle
