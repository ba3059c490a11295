#include <algorithm>
#include <cmath>
#include <cstdint>

#include "heddle/references/reference.h"

namespace heddle {
namespace {

constexpr double freezing = 273.15;

// A field of one column, from the ground up.
class Column {
public:
    Column(ReferenceMemory& memory, const char* name, std::int64_t i, std::int64_t j)
        : field_(memory.buffer<float>(name)),
          row_(memory.integer("ROW")),
          first_((j + 5) * memory.integer("LEVELS") * row_ + i + 5) {}
    float& operator[](std::int64_t level) const { return field_[first_ + level * row_]; }

private:
    ReferenceBuffer<float> field_;
    std::int64_t row_, first_;
};

// One kind of water falls: a level's mass per area after the step is what it had, plus what came from above, minus what
// leaves at its speed during the step. Gives the mass that reaches the ground, in kg per square metre.
double precipitate(const Column& q, const Column& speed, const Column& density, const Column& height,
                   std::int64_t levels, double dt) {
    double falling = 0;  // g per square metre during the step
    for (std::int64_t k = levels - 1; k >= 0; --k) {
        const double mass = std::max<double>(q[k], 0) * density[k] * height[k] + falling;
        const double leaving_part = dt * speed[k] / (height[k] + dt * speed[k]);
        falling = mass * leaving_part;
        q[k] = static_cast<float>(mass * (1 - leaving_part) / (double(density[k]) * height[k]));
    }
    return falling / 1000;
}

struct Water {
    double vapour, cloud, rain, snow, ice;
};

void collect(Water& w, double density, double dt) {
    const double moved = std::min(
        w.cloud, dt * (0.001 * std::max(w.cloud - 0.5, 0.0) + 0.0022 * density * w.cloud * std::pow(w.rain, 0.875)));
    w.cloud -= moved;
    w.rain += moved;
}

// Freezing and melting; gives the mass that froze.
double change_phase(Water& w, double warmth, double dt) {
    if (warmth < 0) {
        const double cloud = w.cloud * std::min(1.0, -0.0002 * dt * warmth);
        const double rain = w.rain * std::min(1.0, -0.0004 * dt * warmth);
        const double ice = w.ice + cloud;
        const double flakes =
            std::min(ice, dt * (0.001 * std::exp2(0.036 * warmth) * std::max(ice - 0.6, 0.0) + 0.002 * ice * w.snow));
        w = {w.vapour, w.cloud - cloud, w.rain - rain, w.snow + rain + flakes, ice - flakes};
        return cloud + rain;
    }
    const double snow = w.snow * std::min(1.0, 0.0005 * dt * warmth), ice = w.ice * std::min(1.0, 0.002 * dt * warmth);
    w = {w.vapour, w.cloud + ice, w.rain + snow, w.snow - snow, w.ice - ice};
    return -(snow + ice);
}

// Rain evaporates into dry air, then cloud condenses or evaporates towards saturation; gives the mass that condensed.
double saturate(Water& w, double t, double holds, double latent, double heat, double dt) {
    const double evaporated =
        std::min(w.rain, 0.00005 * dt * std::max(holds - w.vapour, 0.0) * std::pow(w.rain, 0.525));
    w.rain -= evaporated;
    w.vapour += evaporated;
    const double warming = latent * latent * holds * 1000 / (heat * 461.5 * t * t);
    const double condensed = std::max((w.vapour - holds) / (1 + warming), -w.cloud);
    w.cloud += condensed;
    w.vapour -= condensed;
    return condensed - evaporated;
}

// All fields of one column.
class Air {
    ReferenceMemory& memory_;
    std::int64_t i_, j_;
    Column column(const char* name) const { return {memory_, name, i_, j_}; }

public:
    Air(ReferenceMemory& memory, std::int64_t i, std::int64_t j) : memory_(memory), i_(i), j_(j) {}
    Column th = column("TH"), qv = column("QV"), qc = column("QC"), qr = column("QR"), qs = column("QS"),
           qi = column("QI"), pii = column("PII"), p = column("P"), den = column("DEN"), delz = column("DELZ"),
           t = column("T"), cpm = column("CPM"), xl = column("XL"), qsat = column("QSAT"), vr = column("VR"),
           vs = column("VS"), vi = column("VI"), heating = column("HEATING");
};

void prepare(const Air& air, std::int64_t k) {
    const double t = double(air.th[k]) * air.pii[k];
    const double vapour_pressure = 6.112 * std::exp(17.67 * (t - freezing) / (t - 29.65));
    const auto power = [&](float q, double exponent) {
        return std::pow(std::max<double>(q, 0) * air.den[k] / 1000, exponent);
    };
    air.t[k] = float(t);
    air.cpm[k] = float(1004.5 * (1 + 0.00085 * std::max<double>(air.qv[k], 0)));
    air.xl[k] = float(2500 - 2.37 * (t - freezing));
    air.qsat[k] = float(622 * vapour_pressure / (air.p[k] - vapour_pressure));
    air.vr[k] = float(36.34 * power(air.qr[k], 0.1364) * std::sqrt(1.2 / air.den[k]));
    air.vs[k] = float(11.72 * power(air.qs[k], 0.25));
    air.vi[k] = float(3.29 * power(air.qi[k], 0.16));
}

void exchange(const Air& air, std::int64_t k, double dt) {
    Water w{std::max<double>(air.qv[k], 0), std::max<double>(air.qc[k], 0), air.qr[k], air.qs[k], air.qi[k]};
    collect(w, air.den[k], dt);
    const double frozen = change_phase(w, air.t[k] - freezing, dt);
    const double condensed = saturate(w, air.t[k], air.qsat[k], air.xl[k], air.cpm[k], dt);
    const double warmer = (334.0 * frozen + air.xl[k] * condensed) / air.cpm[k];
    air.heating[k] = float(warmer);
    air.th[k] = float((air.t[k] + warmer) / air.pii[k]);
    air.qv[k] = float(w.vapour);
    air.qc[k] = float(w.cloud);
    air.qr[k] = float(w.rain);
    air.qs[k] = float(w.snow);
    air.qi[k] = float(w.ice);
}

}  // namespace

HEDDLE_REFERENCE("gpgpusim/wp")(ReferenceMemory& memory) {
    const auto columns_i = memory.integer("COLUMNS_I"), columns_j = memory.integer("COLUMNS_J");
    const auto levels = memory.integer("LEVELS"), row = memory.integer("ROW");
    const auto rain = memory.buffer<float>("RAIN"), snow = memory.buffer<float>("SNOW");
    const double dt = memory.real("DT");
    for (std::int64_t column = 0; column < columns_i * columns_j; ++column) {
        const auto i = column % columns_i, j = column / columns_i, ground = (j + 5) * row + i + 5;
        const Air air(memory, i, j);
        for (std::int64_t step = 0; step < memory.integer("STEPS"); ++step) {
            for (std::int64_t k = 0; k < levels; ++k) prepare(air, k);
            rain[ground] += float(precipitate(air.qr, air.vr, air.den, air.delz, levels, dt));
            const double flakes = precipitate(air.qs, air.vs, air.den, air.delz, levels, dt);
            snow[ground] += float(flakes + precipitate(air.qi, air.vi, air.den, air.delz, levels, dt));
            for (std::int64_t k = 0; k < levels; ++k) exchange(air, k, dt);
        }
    }
}

}  // namespace heddle
