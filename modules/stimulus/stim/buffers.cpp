#include "heddle/stimulus/stim/buffers.h"

#include <algorithm>
#include <new>

#include "heddle/base/stop_request.h"
#include "heddle/stimulus/memory_limit.h"

namespace heddle::stim {
namespace {

constexpr std::uint64_t max_device_bytes = std::uint64_t{1} << 34;
constexpr std::uint64_t elements_per_write = 8192;

}  // namespace

Buffers::Buffers(const Source& source, const std::vector<ArrayDeclaration>& declarations) : source_(source) {
    for (const ArrayDeclaration& declaration : declarations) add(declaration);
}

void Buffers::add(const ArrayDeclaration& declaration) {
    const std::uint64_t bytes = declaration.elements * bytes_of(declaration.type);
    if (next_address_ + bytes > first_address + max_device_bytes)
        source_.fail(declaration.at, "the buffers together are too large; expected at most 16 GiB");
    const ContentsPlace place{declaration.type, declaration.elements, 0, declaration.elements};
    Buffer buffer;
    buffer.contents = build_contents(source_, declaration.contents, place, lookup());
    buffer.is_expression = declaration.contents.kind == ContentsSyntax::Kind::expression;
    buffer.at = declaration.at;
    buffer.initial = {declaration.name, declaration.type, declaration.elements, buffer.contents.get()};
    buffers_.push_back(std::move(buffer));
    arrays_.push_back({declaration.name, declaration.type, AddressSpace::global, next_address_, declaration.elements});
    next_address_ = (next_address_ + bytes + alignment_bytes - 1) / alignment_bytes * alignment_bytes;
}

const MemoryArray* Buffers::find(const std::string& name) const {
    for (const MemoryArray& array : arrays_)
        if (array.name == name) return &array;
    return nullptr;
}

BufferLookup Buffers::lookup() {
    return [this](const std::string& name) { return refer_to(name); };
}

const InitialContents* Buffers::refer_to(const std::string& name) {
    for (Buffer& buffer : buffers_) {
        if (buffer.initial.name != name) continue;
        if (buffer.is_expression) {
            buffer.contents = materialise(*buffer.contents, buffer.initial.elements);
            buffer.initial.contents = buffer.contents.get();
            buffer.is_expression = false;
        }
        return &buffer.initial;
    }
    return nullptr;
}

void Buffers::fill(const MemoryArray& array, std::uint64_t first, std::uint64_t last, std::uint8_t* bytes) const {
    const Buffer& buffer = buffers_[static_cast<std::size_t>(&array - arrays_.data())];
    for (std::uint64_t at = first; at < last; at += warp_lanes) {
        throw_if_stop_requested();
        Lanes indices, values;
        for (unsigned l = 0; l < warp_lanes; ++l) indices.u64[l] = std::min(at + l, array.elements - 1);
        buffer.contents->values(indices.s64, values);
        const auto count = static_cast<unsigned>(std::min<std::uint64_t>(warp_lanes, last - at));
        to_bytes(array.type, values, count, bytes + (at - first) * bytes_of(array.type));
    }
}

void Buffers::out_of_memory(const MemoryArray& array, const std::string& what) const {
    const Buffer& buffer = buffers_[static_cast<std::size_t>(&array - arrays_.data())];
    source_.fail(buffer.at, "buffer '" + array.name + "' of " + name_of(array.type) + "[" +
                                std::to_string(array.elements) + "] takes " +
                                readable_bytes(array.elements * bytes_of(array.type)) + "; " + what +
                                ", expected smaller buffers or a machine with more memory");
}

// Device memory is kept in the host's, so that buffers can be as large as that and no larger.
void Buffers::require_memory() const {
    const std::uint64_t limit = memory_limit_bytes();
    std::uint64_t needed = 0;
    for (const MemoryArray& array : arrays_) {
        needed += array.elements * bytes_of(array.type);
        if (needed > limit)
            out_of_memory(array, "with those before it " + readable_bytes(needed) +
                                     " of host memory are needed, and this process can have " + readable_bytes(limit));
    }
}

void Buffers::initialise(HostMemory& memory) const {
    require_memory();
    for (const MemoryArray& array : arrays_) initialise(array, memory);
}

void Buffers::initialise(const MemoryArray& array, HostMemory& memory) const {
    std::vector<std::uint8_t> bytes(elements_per_write * 8);
    for (std::uint64_t start = 0; start < array.elements; start += elements_per_write) {
        const std::uint64_t end = std::min(start + elements_per_write, array.elements);
        fill(array, start, end, bytes.data());
        try {
            memory.write(array.base + start * bytes_of(array.type), bytes.data(), (end - start) * bytes_of(array.type));
        } catch (const std::bad_alloc&) {
            out_of_memory(array, "the host's memory ran out after " + readable_bytes(start * bytes_of(array.type)));
        }
    }
}

}  // namespace heddle::stim
