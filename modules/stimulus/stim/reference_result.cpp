#include "heddle/stimulus/stim/reference_result.h"

#include <cstring>
#include <set>

#include "heddle/stimulus/stim/near_names.h"

namespace heddle::stim {
namespace {

class ReferenceContents final : public Contents {
public:
    ReferenceContents(std::shared_ptr<const ReferenceMemory> memory, const MemoryArray& array)
        : memory_(std::move(memory)), bytes_(memory_->raw(array.name).bytes()), type_(array.type) {}

    void values(const std::int64_t* indices, Lanes& out) const override {
        const unsigned element_bytes = bytes_of(type_);
        std::uint8_t gathered[warp_lanes * 8];
        for (unsigned l = 0; l < warp_lanes; ++l)
            std::memcpy(gathered + l * element_bytes, bytes_ + static_cast<std::uint64_t>(indices[l]) * element_bytes,
                        element_bytes);
        from_bytes(type_, gathered, warp_lanes, out);
    }

private:
    std::shared_ptr<const ReferenceMemory> memory_;
    const std::uint8_t* bytes_;
    ValueType type_;
};

ReferenceFunction find(const Source& source, const ReferenceSyntax& syntax, const References* references) {
    const ReferenceFunction function = references ? references->find(syntax.name) : nullptr;
    if (function) return function;
    const std::vector<std::string> names = references ? references->names() : std::vector<std::string>();
    source.fail(syntax.at,
                "unknown reference '" + syntax.name + "'; " +
                    (names.empty() ? "this program has none"
                                   : "expected one of this program's, such as " + near_names(syntax.name, names)));
}

std::shared_ptr<ReferenceMemory> initial(const FileSyntax& file, const Buffers& buffers) {
    auto memory = std::make_shared<ReferenceMemory>();
    for (const auto& [name, value] : file.constants)
        if (value.is_real)
            memory->add_real(name, value.real);
        else
            memory->add_integer(name, value.integer);
    for (const MemoryArray& array : buffers.arrays())
        buffers.fill(array, 0, array.elements,
                     memory->add_buffer(array.name, name_of(array.type), array.elements, bytes_of(array.type)));
    return memory;
}

}  // namespace

ReferenceResult::ReferenceResult(const Source& source, const FileSyntax& file, const Buffers& buffers,
                                 const References* references) {
    const ReferenceSyntax* syntax = file.reference.get();
    const ReferenceFunction function = syntax ? find(source, *syntax, references) : nullptr;
    std::set<std::string> compared;
    for (const ExpectSyntax& expectation : file.expectations) {
        if (!expectation.from_reference) continue;
        if (!syntax)
            source.fail(expectation.contents.at, "the stimulus names no reference; expected 'reference \"NAME\"'");
        compared.insert(expectation.buffer);
    }
    if (compared.empty()) return;
    const auto memory = initial(file, buffers);
    try {
        function(*memory);
    } catch (const ReferenceError& error) {
        source.fail(syntax->at, "reference '" + syntax->name + "' " + error.what());
    }
    for (const MemoryArray& array : buffers.arrays())
        if (compared.count(array.name) == 0) memory->drop(array.name);
    memory_ = memory;
}

std::unique_ptr<Contents> ReferenceResult::contents(const MemoryArray& array) const {
    return std::make_unique<ReferenceContents>(memory_, array);
}

}  // namespace heddle::stim
