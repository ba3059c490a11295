#include "heddle/stimulus/stim/expectation.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "heddle/base/stop_request.h"

namespace heddle::stim {
namespace {

constexpr std::size_t max_messages = 10;
constexpr std::uint64_t elements_per_read = 8192;

}  // namespace

Expectation::Expectation(const Source& source, const ExpectSyntax& syntax, Buffers& buffers,
                         const ReferenceResult& reference)
    : source_(source), at_(syntax.at), tolerance_(syntax.tolerance) {
    const MemoryArray* array = buffers.find(syntax.buffer);
    if (array == nullptr)
        source.fail(syntax.buffer_at, "unknown buffer '" + syntax.buffer + "'; expected one declared in this file");
    array_ = *array;
    first_ = syntax.has_range ? static_cast<std::uint64_t>(syntax.first) : 0;
    last_ = syntax.has_range ? static_cast<std::uint64_t>(syntax.last) : array->elements;
    if (last_ > array->elements)
        source.fail(syntax.buffer_at, "the range ends at " + std::to_string(last_) + "; expected at most " +
                                          std::to_string(array->elements) + ", the size of '" + syntax.buffer + "'");
    if (syntax.from_reference && tolerance_ > 0 && !is_real(array->type))
        source.fail(syntax.tolerance_at, std::string("integers are compared with a reference exactly; expected no "
                                                     "tolerance for a buffer of ") +
                                             name_of(array->type));
    if (syntax.from_reference) {
        contents_ = reference.contents(*array);
        return;
    }
    contents_ =
        build_contents(source, syntax.contents, {array->type, array->elements, first_, last_}, buffers.lookup());
    if (first_ < last_) contents_->try_ends(static_cast<std::int64_t>(first_), static_cast<std::int64_t>(last_ - 1));
}

void Expectation::check(HostMemory& memory, CheckResult& result) const {
    const unsigned element_bytes = bytes_of(array_.type);
    std::vector<std::uint8_t> bytes(elements_per_read * element_bytes);
    for (std::uint64_t start = first_; start < last_; start += elements_per_read) {
        const std::uint64_t end = std::min(start + elements_per_read, last_);
        memory.read(array_.base + start * element_bytes, bytes.data(), (end - start) * element_bytes);
        for (std::uint64_t at = start; at < end; at += warp_lanes) {
            throw_if_stop_requested();
            Lanes indices, wanted, found;
            const auto count = static_cast<unsigned>(std::min<std::uint64_t>(warp_lanes, end - at));
            for (unsigned l = 0; l < warp_lanes; ++l) indices.u64[l] = std::min(at + l, last_ - 1);
            contents_->values(indices.s64, wanted);
            narrow(array_.type, wanted);
            from_bytes(array_.type, bytes.data() + (at - start) * element_bytes, count, found);
            for (unsigned l = 0; l < count; ++l)
                if (!matches(found, wanted, l)) report(at + l, found, wanted, l, result);
            result.checked_values += count;
        }
    }
}

bool Expectation::matches(const Lanes& found, const Lanes& wanted, unsigned lane) const {
    if (!is_real(array_.type)) {
        if (tolerance_ == 0) return found.s64[lane] == wanted.s64[lane];
        const bool is_signed = array_.type != ValueType::u64;
        const auto real = [&](const Lanes& values) {
            return is_signed ? static_cast<double>(values.s64[lane]) : static_cast<double>(values.u64[lane]);
        };
        return std::fabs(real(found) - real(wanted)) <= tolerance_ * std::max(1.0, std::fabs(real(wanted)));
    }
    const double got = found.f64[lane], want = wanted.f64[lane];
    if (got == want || (std::isnan(got) && std::isnan(want))) return true;
    // Every number is at most infinity: what is expected to be infinite must be.
    return std::isfinite(want) && std::fabs(got - want) <= tolerance_ * std::max(1.0, std::fabs(want));
}

std::string Expectation::shown(const Lanes& values, unsigned lane) const {
    if (array_.type == ValueType::u64) return std::to_string(values.u64[lane]);
    if (!is_real(array_.type)) return std::to_string(values.s64[lane]);
    char text[40];
    std::snprintf(text, sizeof(text), array_.type == ValueType::f32 ? "%.9g" : "%.17g", values.f64[lane]);
    return text;
}

void Expectation::report(std::uint64_t index, const Lanes& found, const Lanes& wanted, unsigned lane,
                         CheckResult& result) const {
    ++result.mismatches;
    if (result.messages.size() >= max_messages) return;
    result.messages.push_back(source_.name_of(at_) + ":" + std::to_string(at_.line) + ": " + array_.name + "[" +
                              std::to_string(index) + "] is " + shown(found, lane) + ", expected " +
                              shown(wanted, lane));
}

}  // namespace heddle::stim
