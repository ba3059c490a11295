#include "heddle/stimulus/reference.h"

namespace heddle {
namespace {

template <class Map>
std::string names_in(const Map& map) {
    std::string names;
    for (const auto& entry : map) names += (names.empty() ? "" : ", ") + entry.first;
    return names.empty() ? "none" : names;
}

}  // namespace

void ReferenceMemory::add_integer(const std::string& name, std::int64_t value) {
    numbers_[name] = {false, value, static_cast<double>(value)};
}

void ReferenceMemory::add_real(const std::string& name, double value) {
    numbers_[name] = {true, 0, value};
}

std::uint8_t* ReferenceMemory::add_buffer(const std::string& name, const std::string& type, std::size_t elements,
                                          unsigned element_bytes) {
    Buffer& buffer = buffers_[name];
    buffer.type = type;
    buffer.elements = elements;
    buffer.storage.assign((elements * element_bytes + 7) / 8, 0);
    return buffer.bytes();
}

ReferenceMemory::Buffer& ReferenceMemory::find(const std::string& name, const std::string& type) {
    const auto found = buffers_.find(name);
    if (found == buffers_.end())
        throw ReferenceError("asks for buffer '" + name + "'; the stimulus has " + names_in(buffers_));
    if (found->second.type != type)
        throw ReferenceError("asks for buffer '" + name + "' as " + type + "; the stimulus declares it as " +
                             found->second.type);
    return found->second;
}

const ReferenceMemory::Number& ReferenceMemory::number(const std::string& constant) const {
    const auto found = numbers_.find(constant);
    if (found == numbers_.end())
        throw ReferenceError("asks for constant '" + constant + "'; the stimulus has " + names_in(numbers_));
    return found->second;
}

std::int64_t ReferenceMemory::integer(const std::string& constant) const {
    const Number& found = number(constant);
    if (found.is_real)
        throw ReferenceError("asks for constant '" + constant + "' as an integer; the stimulus defines a real number");
    return found.integer;
}

double ReferenceMemory::real(const std::string& constant) const {
    return number(constant).real;
}

}  // namespace heddle
