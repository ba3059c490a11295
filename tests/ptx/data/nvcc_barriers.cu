// Barriers with a reduction, as CUDA has them. Threads from `leave` on end before the second round.
extern "C" __global__ void barriers(const int* in, int* count, int* all, int* any, int rounds, int leave) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int counted = 0, held = 0, seen = 0;
    for (int round = 0; round < rounds; ++round) {
        const int value = in[i] + round;
        counted = counted * 7 + __syncthreads_count(value % 3 == 0);
        held = held * 2 + (__syncthreads_and(value % 16 != 0) != 0);
        seen = seen * 2 + (__syncthreads_or(value % 32 == 5) != 0);
        if (threadIdx.x >= leave) break;
    }
    count[i] = counted;
    all[i] = held;
    any[i] = seen;
}
