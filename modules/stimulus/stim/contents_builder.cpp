#include "heddle/stimulus/stim/contents_builder.h"

#include <algorithm>

#include "heddle/base/stop_request.h"
#include "heddle/stimulus/stim/constant.h"
#include "heddle/stimulus/stim/element_bytes.h"
#include "heddle/stimulus/stim/input_file.h"

namespace heddle::stim {
namespace {

class ExpressionContents final : public Contents {
public:
    ExpressionContents(HostExpression expression, ValueType type) : expression_(std::move(expression)), type_(type) {}
    void values(const std::int64_t* indices, Lanes& out) const override {
        expression_.values(indices, out);
        if (!expression_.is_real() && is_real(type_))
            convert_function(ValueType::s64, ValueType::f64)(out, out, out, out);
    }
    void try_ends(std::int64_t first, std::int64_t last) const override { expression_.try_ends(first, last); }

private:
    HostExpression expression_;
    ValueType type_;
};

class Builder {
public:
    Builder(const Source& source, const ContentsSyntax& syntax, const ContentsPlace& place, const BufferLookup& lookup)
        : source_(source), syntax_(syntax), place_(place), lookup_(lookup) {}

    std::unique_ptr<Contents> run() const {
        using Kind = ContentsSyntax::Kind;
        switch (syntax_.kind) {
            case Kind::zero:
                return make_fill(place_.type, 0, 0);
            case Kind::fill:
                return make_fill(place_.type, argument(0).as_real(), argument(0).integer);
            case Kind::ramp:
                if (is_real(place_.type)) return make_ramp(argument(0).as_real(), argument(1).as_real());
                return make_integer_ramp(argument(0).integer, argument(1).integer);
            case Kind::random:
                return random();
            case Kind::permutation:
                return make_permutation(seed(), order_elements());
            case Kind::cycle:
                return make_cycle(seed(), order_elements());
            case Kind::list:
                return list();
            case Kind::histogram:
                return histogram();
            case Kind::file:
                return file();
            case Kind::expression:
                break;
        }
        HostExpression expression(source_, *syntax_.arguments[0], lookup_);
        if (expression.is_real() && !is_real(place_.type))
            source_.fail(syntax_.at, std::string("expected integers for ") + name_of(place_.type) +
                                         ", found a real expression; convert with " +
                                         name_of(register_type(place_.type)) + "(...)");
        return std::make_unique<ExpressionContents>(std::move(expression), place_.type);
    }

private:
    Constant constant(std::size_t number) const {
        const Expression& expression = *syntax_.arguments[number];
        const auto value = constant_value(source_, expression);
        if (!value) source_.fail(expression.at, "expected a constant");
        return *value;
    }

    Constant argument(std::size_t number) const {
        const Constant value = constant(number);
        if (value.is_real && !is_real(place_.type))
            source_.fail(syntax_.arguments[number]->at,
                         std::string("expected an integer for ") + name_of(place_.type) + ", found a real number");
        return value;
    }

    std::uint64_t seed() const {
        const Constant value = constant(0);
        if (value.is_real) source_.fail(syntax_.arguments[0]->at, "expected an integer as seed");
        return static_cast<std::uint64_t>(value.integer);
    }

    std::unique_ptr<Contents> random() const {
        const Constant low = argument(1), high = argument(2);
        const bool real = is_real(place_.type);
        if (real ? low.as_real() > high.as_real() : low.integer > high.integer)
            source_.fail(syntax_.arguments[2]->at, "the upper bound is below the lower one; expected at least as much");
        if (real) return make_random(place_.type, seed(), low.as_real(), high.as_real());
        return make_integer_random(seed(), low.integer, high.integer);
    }

    std::uint64_t order_elements() const {
        if (is_real(place_.type))
            source_.fail(syntax_.at,
                         std::string("indices need an integer buffer; expected u32, found ") + name_of(place_.type));
        const std::uint64_t most = place_.type == ValueType::u8 ? 256 : std::uint64_t{1} << 31;
        if (place_.elements > most)
            source_.fail(syntax_.at, "too many elements for an order; expected at most " + std::to_string(most));
        return place_.elements;
    }

    std::unique_ptr<Contents> list() const {
        if (syntax_.arguments.size() != place_.last - place_.first)
            source_.fail(syntax_.at, "the list has " + std::to_string(syntax_.arguments.size()) + " values; expected " +
                                         std::to_string(place_.last - place_.first));
        std::vector<std::uint64_t> bits;
        for (std::size_t i = 0; i < syntax_.arguments.size(); ++i) {
            Lanes one;
            const Constant value = argument(i);
            if (is_real(place_.type))
                one.f64[0] = value.as_real();
            else
                one.s64[0] = value.integer;
            bits.push_back(one.u64[0]);
        }
        return make_stored(std::move(bits), static_cast<std::int64_t>(place_.first));
    }

    // Raw little-endian elements, as they lie in memory.
    std::unique_ptr<Contents> file() const {
        const std::string bytes = read_file(source_, syntax_.at, syntax_.name);
        const std::uint64_t elements = place_.last - place_.first;
        const unsigned element_bytes = bytes_of(place_.type);
        if (bytes.size() != elements * element_bytes)
            source_.fail(syntax_.at, "'" + syntax_.name + "' has " + std::to_string(bytes.size()) +
                                         " bytes; expected " + std::to_string(elements * element_bytes) + ", " +
                                         std::to_string(elements) + " elements of " + name_of(place_.type));
        const auto* raw = reinterpret_cast<const std::uint8_t*>(bytes.data());
        std::vector<std::uint64_t> bits(elements);
        for (std::uint64_t at = 0; at < elements; at += warp_lanes) {
            throw_if_stop_requested();
            const auto count = static_cast<unsigned>(std::min<std::uint64_t>(warp_lanes, elements - at));
            Lanes values;
            from_bytes(place_.type, raw + at * element_bytes, count, values);
            std::copy(values.u64, values.u64 + count, bits.begin() + static_cast<std::ptrdiff_t>(at));
        }
        return make_stored(std::move(bits), static_cast<std::int64_t>(place_.first));
    }

    std::unique_ptr<Contents> histogram() const {
        const InitialContents* counted = lookup_(syntax_.name);
        if (counted == nullptr)
            source_.fail(syntax_.at, "unknown buffer '" + syntax_.name + "'; expected one declared above");
        if (is_real(counted->type) || is_real(place_.type))
            source_.fail(syntax_.at, "a histogram counts integers into integers; expected integer buffers");
        std::vector<std::uint64_t> counts(place_.elements);
        for (std::uint64_t at = 0; at < counted->elements; at += warp_lanes) {
            throw_if_stop_requested();
            Lanes indices, values;
            for (unsigned l = 0; l < warp_lanes; ++l) indices.u64[l] = std::min(at + l, counted->elements - 1);
            counted->contents->values(indices.s64, values);
            narrow(counted->type, values);
            for (unsigned l = 0; l < warp_lanes && at + l < counted->elements; ++l)
                if (values.u64[l] < counts.size()) ++counts[values.u64[l]];
        }
        return make_stored(std::move(counts), 0);
    }

    const Source& source_;
    const ContentsSyntax& syntax_;
    const ContentsPlace& place_;
    const BufferLookup& lookup_;
};

}  // namespace

std::unique_ptr<Contents> build_contents(const Source& source, const ContentsSyntax& syntax, const ContentsPlace& place,
                                         const BufferLookup& lookup) {
    return Builder(source, syntax, place, lookup).run();
}

std::unique_ptr<Contents> materialise(const Contents& contents, std::uint64_t elements) {
    std::vector<std::uint64_t> bits(elements);
    for (std::uint64_t at = 0; at < elements; at += warp_lanes) {
        throw_if_stop_requested();
        Lanes indices, values;
        for (unsigned l = 0; l < warp_lanes; ++l) indices.u64[l] = std::min(at + l, elements - 1);
        contents.values(indices.s64, values);
        std::copy(values.u64, values.u64 + std::min<std::uint64_t>(warp_lanes, elements - at),
                  bits.begin() + static_cast<std::ptrdiff_t>(at));
    }
    return make_stored(std::move(bits), 0);
}

}  // namespace heddle::stim
