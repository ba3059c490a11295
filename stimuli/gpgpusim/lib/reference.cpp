#include <cmath>
#include <cstdint>
#include <vector>

#include "heddle/references/reference.h"

namespace heddle {
namespace {

// A number and its derivative by a shift of all rates: the deltas come forward along the path, not back.
struct Dual {
    double value, slope;
};
Dual operator+(Dual a, Dual b) {
    return {a.value + b.value, a.slope + b.slope};
}
Dual operator*(Dual a, Dual b) {
    return {a.value * b.value, a.slope * b.value + a.value * b.slope};
}
Dual operator*(double a, Dual b) {
    return {a * b.value, a * b.slope};
}
Dual reciprocal(Dual a) {
    return {1 / a.value, -a.slope / (a.value * a.value)};
}
Dual exponential(Dual a) {
    return {std::exp(a.value), std::exp(a.value) * a.slope};
}

constexpr double quarter = 0.25;
constexpr Dual one{1, 0};

double volatility(std::size_t quarters_ahead) {
    return 0.28 - 0.002 * double(quarters_ahead);
}

// What a payment at the end of a quarter with this rate is worth at its beginning.
Dual discount(Dual rate) {
    return reciprocal(one + quarter * rate);
}

std::vector<double> normals(std::uint32_t path, std::int64_t count) {
    std::vector<double> all;
    std::uint32_t state = path * 747796405u + 43u;
    while (std::int64_t(all.size()) < count) {
        state = (state ^ (state >> 15)) * 2654435769u + 1013904223u;
        all.push_back((double(state >> 8) / (1 << 24) - 0.5) * std::sqrt(12.0));
    }
    return all;
}

// One quarter of the LIBOR market model: rates that are not fixed yet (from `first`) move with their drift, which the
// shorter rates determine, and the shock they have in common.
void quarter_step(std::vector<Dual>& rates, std::size_t first, double normal) {
    const std::vector<Dual> old = rates;
    for (std::size_t i = first; i < rates.size(); ++i) {
        Dual drift{0, 0};
        for (std::size_t j = first; j <= i; ++j) {
            drift = drift + quarter * volatility(j - first) * (old[j] * discount(old[j]));
        }
        const double lambda = volatility(i - first);
        const double move = lambda * std::sqrt(quarter) * normal - 0.5 * lambda * lambda * quarter;
        rates[i] = old[i] * exponential(lambda * drift + Dual{move, 0});
    }
}

// A payer swaption pays, per notional of 100, what a swap of `periods` quarters at the strike is worth, or nothing.
Dual swaption(const std::vector<Dual>& rates, std::size_t first, std::size_t periods, double strike) {
    Dual bond = one, annuity{0, 0};
    for (std::size_t n = first; n < first + periods; ++n) {
        bond = bond * discount(rates[n]);
        annuity = annuity + quarter * bond;
    }
    const Dual worth = one + -1.0 * bond + -strike * annuity;
    return worth.value > 0 ? 100.0 * worth : Dual{0, 0};
}

Dual portfolio(const std::vector<Dual>& rates, std::size_t steps) {
    Dual sum{0, 0};
    for (const std::size_t fortieths : {4, 8, 20, 28, 40}) {
        for (const double strike : {0.045, 0.05, 0.055}) {
            sum = sum + swaption(rates, steps, fortieths * (rates.size() - steps) / 40, strike);
        }
    }
    for (std::size_t n = 0; n < steps; ++n) sum = sum * discount(rates[n]);
    return sum;
}

}  // namespace

HEDDLE_REFERENCE("gpgpusim/lib")(ReferenceMemory& memory) {
    const auto values = memory.buffer<float>("VALUES"), too = memory.buffer<float>("VALUES_TOO");
    const auto deltas = memory.buffer<float>("DELTAS");
    const auto steps = memory.integer("STEPS");
    for (std::size_t path = 0; path < values.size(); ++path) {
        std::vector<Dual> rates(memory.integer("RATES"), Dual{0.05, 1});
        const std::vector<double> normal = normals(std::uint32_t(path), steps);
        for (std::int64_t n = 0; n < steps; ++n) quarter_step(rates, n + 1, normal[n]);
        const Dual worth = portfolio(rates, steps);
        values[path] = too[path] = static_cast<float>(worth.value);
        deltas[path] = static_cast<float>(worth.slope);
    }
}

}  // namespace heddle
