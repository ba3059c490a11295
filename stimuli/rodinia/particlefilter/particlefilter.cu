// Rodinia's particlefilter, version "float" (all in double): follows an object through a film with weighted particles.
// One thread per particle in blocks of 512. Kept: the pixel's numbers stored in memory before they are read, the film
// with the frame as the fastest index, the tree sum in 512 doubles of shared memory, one thread that adds up the blocks
// and one that sums up the weights, the linear search of every thread from the beginning. Changed: Rodinia's
// normalising kernel lets one thread read weights other CTAs may not have written yet, and takes u from another CTA
// without waiting. Here summing up is a kernel of its own, and every CTA computes the first u for itself. The functions
// exp, log and cos are this file's, because there is no device library; they are good to about 1e-15.
#include "../../cuda.h"

#define INLINE __attribute__((device, always_inline)) inline

constexpr int block_threads = 512;

// exp(x) for |x| below 700: 2^n times a Taylor polynomial of the rest.
INLINE double exponential(double x) {
    const double n = __builtin_rint(x * 1.4426950408889634);
    double r = x + n * -6.93147180369123816490e-01;
    r = r + n * -1.90821492927058770002e-10;
    double sum = 1.0 / 6227020800.0;
    sum = sum * r + 1.0 / 479001600.0;
    sum = sum * r + 1.0 / 39916800.0;
    sum = sum * r + 1.0 / 3628800.0;
    sum = sum * r + 1.0 / 362880.0;
    sum = sum * r + 1.0 / 40320.0;
    sum = sum * r + 1.0 / 5040.0;
    sum = sum * r + 1.0 / 720.0;
    sum = sum * r + 1.0 / 120.0;
    sum = sum * r + 1.0 / 24.0;
    sum = sum * r + 1.0 / 6.0;
    sum = sum * r + 0.5;
    sum = sum * r + 1.0;
    sum = sum * r + 1.0;
    return sum * __builtin_bit_cast(double, (static_cast<long>(n) + 1023) << 52);
}

// log(x) for a normal positive x: of the mantissa m by the series of (m - 1) / (m + 1).
INLINE double logarithm(double x) {
    const long bits = __builtin_bit_cast(long, x);
    int exponent = static_cast<int>(bits >> 52) - 1023;
    double m = __builtin_bit_cast(double, (bits & 0xfffffffffffffl) | 0x3ff0000000000000l);
    if (m > 1.4142135623730951) {
        m *= 0.5;
        ++exponent;
    }
    const double s = (m - 1.0) / (m + 1.0), q = s * s;
    double sum = 1.0 / 21.0;
    sum = sum * q + 1.0 / 19.0;
    sum = sum * q + 1.0 / 17.0;
    sum = sum * q + 1.0 / 15.0;
    sum = sum * q + 1.0 / 13.0;
    sum = sum * q + 1.0 / 11.0;
    sum = sum * q + 1.0 / 9.0;
    sum = sum * q + 1.0 / 7.0;
    sum = sum * q + 1.0 / 5.0;
    sum = sum * q + 1.0 / 3.0;
    sum = sum * q + 1.0;
    return 2.0 * s * sum + exponent * 6.93147180559945309417e-01;
}

// cos(2 pi turns): Taylor polynomials of sine and cosine within an eighth of a turn.
INLINE double cosine_of_turns(double turns) {
    const double quarters = __builtin_rint(4.0 * turns);
    const double a = (turns - 0.25 * quarters) * 6.28318530717958647693, q = a * a;
    double sine = -1.0 / 1307674368000.0, cosine = 1.0 / 20922789888000.0;
    sine = sine * q + 1.0 / 6227020800.0;
    sine = sine * q - 1.0 / 39916800.0;
    sine = sine * q + 1.0 / 362880.0;
    sine = sine * q - 1.0 / 5040.0;
    sine = sine * q + 1.0 / 120.0;
    sine = sine * q - 1.0 / 6.0;
    sine = (sine * q + 1.0) * a;
    cosine = cosine * q - 1.0 / 87178291200.0;
    cosine = cosine * q + 1.0 / 479001600.0;
    cosine = cosine * q - 1.0 / 3628800.0;
    cosine = cosine * q + 1.0 / 40320.0;
    cosine = cosine * q - 1.0 / 720.0;
    cosine = cosine * q + 1.0 / 24.0;
    cosine = cosine * q - 0.5;
    cosine = cosine * q + 1.0;
    const int quadrant = static_cast<int>(quarters) & 3;
    const double value = quadrant & 1 ? sine : cosine;
    return quadrant == 1 || quadrant == 2 ? -value : value;
}

// The next number of a linear congruential generator.
INLINE int next_seed(int seed) {
    return static_cast<int>(1103515245u * static_cast<unsigned>(seed) + 12345u) % 0x7fffffff;
}

INLINE double uniform(int seed) {
    return __builtin_fabs(seed / 2147483647.0);
}

INLINE double normal(int* seed, int i) {
    seed[i] = next_seed(seed[i]);
    const double u = uniform(seed[i]);
    seed[i] = next_seed(seed[i]);
    const double v = uniform(seed[i]);
    return __nvvm_sqrt_rn_d(-2.0 * logarithm(u)) * cosine_of_turns(v);
}

// Moves every particle as the object is expected to move, and weighs it by how much the pixels under it look like the
// object; leaves the sum of the weights of each CTA.
extern "C" __global__ void likelihood(double* array_x, double* array_y, const double* xj, const double* yj, int* index,
                                      const int* object, double* likelihoods, const unsigned char* film,
                                      double* weights, int particles, int object_pixels, int film_pixels, int frame,
                                      int height, int frames, int* seed, double* partial_sums) {
    __shared__ double sums[block_threads];
    const int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < particles) {
        weights[i] = 1.0 / particles;
        array_x[i] = xj[i] + 1.0 + 5.0 * normal(seed, i);
        array_y[i] = yj[i] - 2.0 + 2.0 * normal(seed, i);
    }
    __syncthreads();
    if (i < particles) {
        for (int p = 0; p < object_pixels; ++p) {
            const int x = static_cast<int>(array_x[i]) + object[2 * p + 1];
            const int y = static_cast<int>(array_y[i]) + object[2 * p];
            const int pixel = x * height * frames + y * frames + frame;
            index[i * object_pixels + p] = pixel < 0 ? -pixel : pixel;
            if (index[i * object_pixels + p] >= film_pixels) index[i * object_pixels + p] = 0;
        }
        double sum = 0;
        for (int p = 0; p < object_pixels; ++p) {
            const double background = film[index[i * object_pixels + p]] - 100;
            const double foreground = film[index[i * object_pixels + p]] - 228;
            sum += (background * background - foreground * foreground) / 50.0;
        }
        likelihoods[i] = sum / object_pixels;
        weights[i] = weights[i] * exponential(likelihoods[i]);
    }
    sums[threadIdx.x] = 0;
    __syncthreads();
    if (i < particles) sums[threadIdx.x] = weights[i];
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half >>= 1) {
        if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) partial_sums[blockIdx.x] = sums[0];
}

// partial_sums[0] becomes the sum of all, by one thread.
extern "C" __global__ void sum_weights(double* partial_sums, int particles) {
    if (blockDim.x * blockIdx.x + threadIdx.x != 0) return;
    const int blocks = (particles + block_threads - 1) / block_threads;
    double sum = 0;
    for (int b = 0; b < blocks; ++b) sum += partial_sums[b];
    partial_sums[0] = sum;
}

extern "C" __global__ void normalize_weights(double* weights, int particles, const double* partial_sums, double* u,
                                             const int* seed) {
    __shared__ double first_u, sum;
    const int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (threadIdx.x == 0) sum = partial_sums[0];
    __syncthreads();
    if (i < particles) weights[i] = weights[i] / sum;
    if (threadIdx.x == 0) first_u = 1.0 / particles * uniform(next_seed(seed[0]));
    __syncthreads();
    if (i < particles) u[i] = first_u + i / static_cast<double>(particles);
}

// The distribution function of the weights, by one thread.
extern "C" __global__ void sum_up(double* cdf, const double* weights, int particles) {
    if (blockDim.x * blockIdx.x + threadIdx.x != 0) return;
    cdf[0] = weights[0];
    for (int i = 1; i < particles; ++i) cdf[i] = weights[i] + cdf[i - 1];
}

// Draws new particles: each thread takes the first one whose distribution function reaches its u.
extern "C" __global__ void find_index(const double* array_x, const double* array_y, const double* cdf, const double* u,
                                      double* xj, double* yj, int particles) {
    const int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i >= particles) return;
    int index = -1;
    for (int k = 0; k < particles; ++k)
        if (cdf[k] >= u[i]) {
            index = k;
            break;
        }
    if (index == -1) index = particles - 1;
    xj[i] = array_x[index];
    yj[i] = array_y[index];
}
