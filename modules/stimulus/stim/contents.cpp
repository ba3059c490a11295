#include "heddle/stimulus/stim/contents.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>

#include "heddle/base/stop_request.h"

namespace heddle::stim {
namespace {

// SplitMix64's output function: a good hash of a counter, so element i is found without its predecessors.
std::uint64_t mix(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

template <class F>
class Formula final : public Contents {
public:
    explicit Formula(F formula) : formula_(std::move(formula)) {}
    void values(const std::int64_t* indices, Lanes& out) const override {
        for (unsigned l = 0; l < warp_lanes; ++l) {
            const auto value = formula_(indices[l]);
            std::memcpy(&out.u64[l], &value, sizeof(value));
        }
    }

private:
    F formula_;
};

template <class F>
std::unique_ptr<Contents> make_formula(F formula) {
    return std::make_unique<Formula<F>>(std::move(formula));
}

std::uint64_t below(std::uint64_t& state, std::uint64_t bound) {
    state = mix(state);
    return state % bound;
}

std::unique_ptr<Contents> stored_indices(const std::vector<std::uint32_t>& numbers) {
    return make_formula([numbers](std::int64_t i) { return std::int64_t{numbers[static_cast<std::size_t>(i)]}; });
}

// Fisher-Yates; with `single_cycle` Sattolo's variant, which never leaves an element in place and yields one cycle.
std::vector<std::uint32_t> shuffled(std::uint64_t seed, std::uint64_t elements, bool single_cycle) {
    std::vector<std::uint32_t> numbers(elements);
    std::iota(numbers.begin(), numbers.end(), 0u);
    std::uint64_t state = mix(seed);
    for (std::uint64_t i = elements; i > 1; --i) {
        throw_if_stop_requested();
        std::swap(numbers[i - 1], numbers[below(state, single_cycle ? i - 1 : i)]);
    }
    return numbers;
}

// The largest number of that type below the bound: rounding must not lead to the bound itself.
template <class Real>
double largest_below(double bound) {
    const Real nearest = static_cast<Real>(bound);
    return nearest < bound ? nearest : std::nextafter(nearest, -std::numeric_limits<Real>::infinity());
}

}  // namespace

void narrow(ValueType type, Lanes& values) {
    const ValueType wide = is_real(type) ? ValueType::f64 : ValueType::s64;
    if (type == ValueType::u8) {
        for (unsigned l = 0; l < warp_lanes; ++l) values.u64[l] &= 0xff;
    } else if (bytes_of(type) == 4) {
        Lanes small;
        convert_function(wide, type)(small, values, values, values);
        convert_function(type, wide)(values, small, small, small);
    }
}

std::unique_ptr<Contents> make_fill(ValueType type, double real, std::int64_t integer) {
    if (is_real(type)) return make_formula([real](std::int64_t) { return real; });
    return make_formula([integer](std::int64_t) { return integer; });
}

std::unique_ptr<Contents> make_ramp(double start, double step) {
    return make_formula([=](std::int64_t i) { return start + step * static_cast<double>(i); });
}

std::unique_ptr<Contents> make_integer_ramp(std::int64_t start, std::int64_t step) {
    return make_formula([=](std::int64_t i) { return apply_integer(Op::fma, step, i, start); });
}

std::unique_ptr<Contents> make_random(ValueType type, std::uint64_t seed, double low, double high) {
    const std::uint64_t key = mix(seed);
    const double most = type == ValueType::f32 ? largest_below<float>(high) : largest_below<double>(high);
    return make_formula([=](std::int64_t i) {
        const double unit = static_cast<double>(mix(key ^ static_cast<std::uint64_t>(i)) >> 11) * 0x1p-53;
        const double value = low + (high - low) * unit;
        return high > low ? std::min(value, most) : value;
    });
}

std::unique_ptr<Contents> make_integer_random(std::uint64_t seed, std::int64_t low, std::int64_t high) {
    const std::uint64_t key = mix(seed);
    const std::uint64_t span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
    return make_formula([=](std::int64_t i) {
        const std::uint64_t hash = mix(key ^ static_cast<std::uint64_t>(i));
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + (span == 0 ? hash : hash % span));
    });
}

std::unique_ptr<Contents> make_permutation(std::uint64_t seed, std::uint64_t elements) {
    return stored_indices(shuffled(seed, elements, false));
}

std::unique_ptr<Contents> make_cycle(std::uint64_t seed, std::uint64_t elements) {
    return stored_indices(shuffled(seed, elements, true));
}

std::unique_ptr<Contents> make_stored(std::vector<std::uint64_t> bits, std::int64_t first) {
    auto shared = std::make_shared<const std::vector<std::uint64_t>>(std::move(bits));
    return make_formula([shared, first](std::int64_t i) { return (*shared)[static_cast<std::size_t>(i - first)]; });
}

}  // namespace heddle::stim
