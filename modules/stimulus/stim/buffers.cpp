#include "heddle/stimulus/stim/buffers.h"

#include <algorithm>

namespace heddle::stim {
namespace {

constexpr std::uint64_t max_device_bytes = std::uint64_t{1} << 34;
constexpr std::uint64_t elements_per_write = 8192;

}  // namespace

Buffers::Buffers(const Source& source, const std::vector<ArrayDeclaration>& declarations) {
    for (const ArrayDeclaration& declaration : declarations) add(source, declaration);
}

void Buffers::add(const Source& source, const ArrayDeclaration& declaration) {
    const std::uint64_t bytes = declaration.elements * bytes_of(declaration.type);
    if (next_address_ + bytes > first_address + max_device_bytes)
        source.fail(declaration.at, "the buffers together are too large; expected at most 16 GiB");
    const ContentsPlace place{declaration.type, declaration.elements, 0, declaration.elements};
    Buffer buffer;
    buffer.contents = build_contents(source, declaration.contents, place, lookup());
    buffer.is_expression = declaration.contents.kind == ContentsSyntax::Kind::expression;
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
        Lanes indices, values;
        for (unsigned l = 0; l < warp_lanes; ++l) indices.u64[l] = std::min(at + l, array.elements - 1);
        buffer.contents->values(indices.s64, values);
        const auto count = static_cast<unsigned>(std::min<std::uint64_t>(warp_lanes, last - at));
        to_bytes(array.type, values, count, bytes + (at - first) * bytes_of(array.type));
    }
}

void Buffers::initialise(HostMemory& memory) const {
    std::vector<std::uint8_t> bytes(elements_per_write * 8);
    for (const MemoryArray& array : arrays_)
        for (std::uint64_t start = 0; start < array.elements; start += elements_per_write) {
            const std::uint64_t end = std::min(start + elements_per_write, array.elements);
            fill(array, start, end, bytes.data());
            memory.write(array.base + start * bytes_of(array.type), bytes.data(), (end - start) * bytes_of(array.type));
        }
}

}  // namespace heddle::stim
