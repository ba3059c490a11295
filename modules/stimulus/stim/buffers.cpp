#include "stimulus/stim/buffers.h"

#include <algorithm>

namespace heddle::stim {
namespace {

constexpr std::uint64_t max_device_bytes = std::uint64_t{1} << 34;
constexpr unsigned groups_per_write = 256;  // of 32 elements

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

void Buffers::initialise(HostMemory& memory) const {
    std::vector<std::uint8_t> bytes(std::size_t{groups_per_write} * warp_lanes * 8);
    for (std::size_t b = 0; b < buffers_.size(); ++b) {
        const MemoryArray& array = arrays_[b];
        const unsigned element_bytes = bytes_of(array.type);
        const std::uint64_t per_write = std::uint64_t{groups_per_write} * warp_lanes;
        for (std::uint64_t start = 0; start < array.elements; start += per_write) {
            const std::uint64_t end = std::min(start + per_write, array.elements);
            for (std::uint64_t at = start; at < end; at += warp_lanes) {
                Lanes indices, values;
                for (unsigned l = 0; l < warp_lanes; ++l) indices.u64[l] = std::min(at + l, array.elements - 1);
                buffers_[b].contents->values(indices.s64, values);
                const auto count = static_cast<unsigned>(std::min<std::uint64_t>(warp_lanes, end - at));
                to_bytes(array.type, values, count, bytes.data() + (at - start) * element_bytes);
            }
            memory.write(array.base + start * element_bytes, bytes.data(), (end - start) * element_bytes);
        }
    }
}

}  // namespace heddle::stim
