// Image denoising by non-local means, after NLM of imageDenoising of the CUDA SDK, written anew. Kept: CTAs of 8 x 8
// threads, one per pixel, no shared memory; a weight for every pixel of a window around the own one, made of the
// differences between the patches around both, two reads for each pair; a blend of the weighted mean with the pixel
// itself that depends on how many weights are large; a pixel takes four bytes. Changed: a pixel is one brightness
// instead of four colour bytes that the texture unit unpacks; the image has a border, where the texture clamps the
// coordinates; sizes of window and patch are arguments.
#include "../../cuda.h"

constexpr int edge = 8;

// image: rows of `pitch` pixels; the pixel (0, 0) of the result is at (border, border).
extern "C" __global__ void non_local_means(float* out, const float* image, int pitch, int border, int window, int patch,
                                           float noise, float inverse_window_area, float weight_threshold,
                                           float count_threshold, float blend) {
    const int x = blockIdx.x * edge + threadIdx.x, y = blockIdx.y * edge + threadIdx.y;
    const float* mine = image + (y + border) * pitch + x + border;
    float sum = 0, weights = 0, count = 0;
    for (int i = -window; i <= window; ++i) {
        for (int j = -window; j <= window; ++j) {
            float distance = 0;
            for (int n = -patch; n <= patch; ++n) {
                const float* here = mine + n * pitch;
                const float* there = here + i * pitch + j;
                for (int m = -patch; m <= patch; ++m) {
                    const float difference = there[m] - here[m];
                    distance += difference * difference;
                }
            }
            const float exponent = distance * noise + static_cast<float>(i * i + j * j) * inverse_window_area;
            const float weight = __nvvm_ex2_approx_f(exponent * -1.4426950408889634f);
            sum += weight * mine[i * pitch + j];
            weights += weight;
            count += weight > weight_threshold ? inverse_window_area : 0.0f;
        }
    }
    // Where many neighbours resemble the pixel their mean is trusted; elsewhere the pixel itself has more say.
    const float mean = __nvvm_div_approx_f(sum, weights);
    const float own = count > count_threshold ? blend : 1.0f - blend;
    out[y * (gridDim.x * edge) + x] = mean + (mine[0] - mean) * own;
}
