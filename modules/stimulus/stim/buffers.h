// The buffers of a stimulus: where they lie and what they hold before the first kernel.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "heddle/stimulus/stim/contents_builder.h"
#include "heddle/stimulus/stim/element_bytes.h"
#include "heddle/stimulus/stim/program.h"
#include "heddle/stimulus/workload.h"

namespace heddle::stim {

class Buffers {
public:
    static constexpr std::uint64_t first_address = 0x10000000;
    static constexpr std::uint64_t alignment_bytes = 4096;

    // `source` outlives it.
    Buffers(const Source& source, const std::vector<ArrayDeclaration>& declarations);

    const std::vector<MemoryArray>& arrays() const { return arrays_; }
    const MemoryArray* find(const std::string& name) const;
    // The first address behind all of them, aligned.
    std::uint64_t end() const { return next_address_; }
    // Throws InputError where the host has not enough memory for them.
    void initialise(HostMemory& memory) const;
    // The initial bytes of elements [first, last) of one of the arrays.
    void fill(const MemoryArray& array, std::uint64_t first, std::uint64_t last, std::uint8_t* bytes) const;
    // For expressions over initial contents; what is itself an expression is worked out once.
    BufferLookup lookup();

private:
    struct Buffer {
        InitialContents initial;
        std::unique_ptr<Contents> contents;
        bool is_expression = false;
        Position at;
    };

    void add(const ArrayDeclaration& declaration);
    void require_memory() const;
    void initialise(const MemoryArray& array, HostMemory& memory) const;
    [[noreturn]] void out_of_memory(const MemoryArray& array, const std::string& what) const;
    const InitialContents* refer_to(const std::string& name);

    const Source& source_;
    std::vector<MemoryArray> arrays_;
    std::deque<Buffer> buffers_;  // expressions point into it
    std::uint64_t next_address_ = first_address;
};

}  // namespace heddle::stim
