// For nvcc -ptx -arch=sm_90: read-only loads, unrolled loops, 32-bit shared addresses, intrinsics of the toolkit.
constexpr int tile = 16;

__constant__ float coefficients[5] = {1.0f, -2.0f, 0.5f, 3.0f, 0.25f};

extern "C" __global__ void matmul_tiled(const float* __restrict__ a, const float* __restrict__ b, float* c, int n) {
    __shared__ float left[tile][tile];
    __shared__ float right[tile][tile];
    const int x = threadIdx.x, y = threadIdx.y;
    const int column = blockIdx.x * tile + x, row = blockIdx.y * tile + y;
    float sum = 0;
    for (int k = 0; k < n; k += tile) {
        left[y][x] = a[row * n + k + x];
        right[y][x] = b[(k + y) * n + column];
        __syncthreads();
        for (int i = 0; i < tile; ++i) sum += left[y][i] * right[i][x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

__device__ __noinline__ float polynomial(float x, int degree) {
    float result = 0;
    for (int i = degree; i >= 0; --i) result = result * x + coefficients[i];
    return result;
}

extern "C" __global__ void functions(const float4* in, float4* out, unsigned* counts, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float4 v = in[i];
    float4 r;
    r.x = sqrtf(fabsf(v.x)) + floorf(v.y);
    r.y = polynomial(v.y, i % 5);
    r.z = v.z / v.w;
    r.w = (float)(((int)v.w * 7 + (i >> 1)) % 13) + fminf(v.x, v.z);
    out[i] = r;
    const unsigned same = __ballot_sync(__activemask(), v.x > 0.0f);
    if ((threadIdx.x & 31) == 0) atomicAdd(&counts[0], __popc(same));
    atomicMax((int*)&counts[1], (int)v.w);
}

extern "C" __global__ void reduce_sum(const int* in, int* out, int n) {
    extern __shared__ int partial[];
    const int i = threadIdx.x;
    int sum = 0;
    for (int k = blockIdx.x * blockDim.x + i; k < n; k += gridDim.x * blockDim.x) sum += in[k];
    partial[i] = sum;
    __syncthreads();
    for (int half = blockDim.x / 2; half >= 32; half /= 2) {
        if (i < half) partial[i] += partial[i + half];
        __syncthreads();
    }
    if (i >= 32) return;
    sum = partial[i];
    for (int by = 16; by > 0; by /= 2) sum += __shfl_down_sync(0xffffffff, sum, by);
    if (i == 0) out[blockIdx.x] = sum;
}
