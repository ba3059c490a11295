// Cloud microphysics of a weather model, with the shape of WP of the GPGPU-Sim benchmark set (ISPASS 2009; the kernel
// WSM5 of the model WRF), written anew with simpler formulas. Kept: a thread for each column of the atmosphere, CTAs of
// 8 x 8 columns, no shared memory; a field is indexed i + (k + j * levels) * row, so that a warp's access touches four
// pieces of 32 bytes in planes far apart; 18 three-dimensional fields, ten of the model (six of them changed) and
// eight of intermediate results; several passes over the column, the fall of rain, snow and ice from the top down;
// fields in memory have a border of 5 points that is not computed; one pointer for each field, hence many registers.
// Different: rain, cloud, snow and ice exchange mass by rules that are continuous everywhere, a dozen instead of WSM5's
// forty; water is in g/kg, pressure in hPa; all precipitation falls in one implicit step instead of several explicit
// ones.
#include "../../cuda.h"

constexpr int edge = 8, border = 5;
constexpr float freezing = 273.15f, fusion = 334.0f, surface_density = 1.2f;

__device__ inline float power(float x, float y) {
    return __nvvm_ex2_approx_f(y * __nvvm_lg2_approx_f(x));
}

__device__ inline float smaller(float a, float b) {
    return a < b ? a : b;
}

__device__ inline float not_below_zero(float x) {
    return x > 0 ? x : 0;
}

// Water vapour that air can hold, in g/kg.
__device__ inline float saturation(float t, float p) {
    const float pressure = 6.112f * __nvvm_ex2_approx_f(17.67f * 1.44269504f * (t - freezing) / (t - 29.65f));
    return 622.0f * pressure / (p - pressure);
}

// What is left of `q` in a level after one step, of what it held and what fell in; changes `flux` to what falls out.
__device__ inline float fall(float q, float speed, float density, float height, float dt, float& flux) {
    const float left = (q * density * height + dt * flux) / (density * (height + dt * speed));
    flux = left * density * speed;
    return left;
}

extern "C" __global__ void wp_microphysics(float* th, float* qv, float* qc, float* qr, float* qs, float* qi,
                                           const float* pii, const float* p, const float* den, const float* delz,
                                           float* t, float* cpm, float* xl, float* qsat, float* vr, float* vs,
                                           float* vi, float* heating, float* rain, float* snow, int columns_i,
                                           int columns_j, int levels, float dt) {
    const int i = blockIdx.x * edge + threadIdx.x, j = blockIdx.y * edge + threadIdx.y;
    if (i >= columns_i || j >= columns_j) return;
    const unsigned row = columns_i + 2 * border;
    const unsigned bottom = (j + border) * levels * row + i + border;
    const unsigned top = bottom + levels * row;

    // Temperature, heats, saturation, and the speeds at which rain, snow and ice fall.
    for (unsigned at = bottom; at != top; at += row) {
        const float temperature = th[at] * pii[at], pressure = p[at], density = den[at];
        const float vapour = not_below_zero(qv[at]), water = not_below_zero(qr[at]);
        const float flakes = not_below_zero(qs[at]), crystals = not_below_zero(qi[at]);
        const float grams = 0.001f * density;
        t[at] = temperature;
        cpm[at] = 1004.5f * (1.0f + 0.00085f * vapour);
        xl[at] = 2500.0f - 2.37f * (temperature - freezing);
        qsat[at] = saturation(temperature, pressure);
        vr[at] = 36.34f * power(grams * water, 0.1364f) * __nvvm_sqrt_approx_f(surface_density / density);
        vs[at] = 11.72f * power(grams * flakes, 0.25f);
        vi[at] = 3.29f * power(grams * crystals, 0.16f);
    }

    // Precipitation.
    float rain_flux = 0, snow_flux = 0, ice_flux = 0;
    for (unsigned at = top; at != bottom;) {
        at -= row;
        const float density = den[at], height = delz[at];
        const float water = not_below_zero(qr[at]), flakes = not_below_zero(qs[at]), crystals = not_below_zero(qi[at]);
        qr[at] = fall(water, vr[at], density, height, dt, rain_flux);
        qs[at] = fall(flakes, vs[at], density, height, dt, snow_flux);
        qi[at] = fall(crystals, vi[at], density, height, dt, ice_flux);
    }
    const int surface = (j + border) * row + i + border;
    rain[surface] += 0.001f * dt * rain_flux;
    snow[surface] += 0.001f * dt * (snow_flux + ice_flux);

    // Exchange between the kinds of water, with the heat it takes or gives.
    for (unsigned at = bottom; at != top; at += row) {
        float temperature = t[at], vapour = not_below_zero(qv[at]), cloud = not_below_zero(qc[at]);
        float water = qr[at], flakes = qs[at], crystals = qi[at];
        const float heat = cpm[at], latent = xl[at], holds = qsat[at], exner = pii[at], density = den[at];

        const float collected = 0.0022f * dt * density * cloud * power(water, 0.875f);
        const float to_rain = smaller(0.001f * dt * not_below_zero(cloud - 0.5f) + collected, cloud);
        cloud -= to_rain;
        water += to_rain;
        float frozen = 0;
        if (temperature < freezing) {
            const float below = freezing - temperature;
            const float cloud_freezes = cloud * smaller(0.0002f * dt * below, 1.0f);
            const float rain_freezes = water * smaller(0.0004f * dt * below, 1.0f);
            crystals += cloud_freezes;
            const float grown = 0.001f * dt * __nvvm_ex2_approx_f(-0.036f * below) * not_below_zero(crystals - 0.6f);
            const float to_snow = smaller(grown + 0.002f * dt * crystals * flakes, crystals);
            cloud -= cloud_freezes;
            water -= rain_freezes;
            crystals -= to_snow;
            flakes += rain_freezes + to_snow;
            frozen = cloud_freezes + rain_freezes;
        } else {
            const float above = temperature - freezing;
            const float snow_melts = flakes * smaller(0.0005f * dt * above, 1.0f);
            const float ice_melts = crystals * smaller(0.002f * dt * above, 1.0f);
            flakes -= snow_melts;
            crystals -= ice_melts;
            water += snow_melts;
            cloud += ice_melts;
            frozen = -snow_melts - ice_melts;
        }
        const float evaporated = smaller(0.00005f * dt * not_below_zero(holds - vapour) * power(water, 0.525f), water);
        water -= evaporated;
        vapour += evaporated;
        float condensed =
            (vapour - holds) / (1.0f + latent * latent * holds * 1000.0f / (heat * 461.5f * temperature * temperature));
        if (condensed < -cloud) condensed = -cloud;
        cloud += condensed;
        vapour -= condensed;
        const float warmer = (fusion * frozen + latent * (condensed - evaporated)) / heat;
        temperature += warmer;

        heating[at] = warmer;
        th[at] = temperature / exner;
        qv[at] = vapour;
        qc[at] = cloud;
        qr[at] = water;
        qs[at] = flakes;
        qi[at] = crystals;
    }
}
