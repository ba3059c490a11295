// Runs one kernel of stimuli/silicon on the GPU from the committed PTX, as the model runs it, in one launch style and several times. same_ptx.sh runs all of them under a profiler and makes
// data/h200_same_ptx.csv of it.
//
//   nvcc -std=c++17 -O3 -arch=sm_90 -o same_ptx same_ptx.cu -lcuda && ./same_ptx ../../stimuli/silicon GEMM512 agents-row-4 5
#include <cuda.h>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>
constexpr unsigned sms = 132;
CUdeviceptr counters;
void check(CUresult result, const char* what) {
    if (result == CUDA_SUCCESS) return;
    fprintf(stderr, "%s: error %d\n", what, result);
    exit(1);
}
struct Kernel {
    std::string name, entry;
    unsigned grid_x, grid_y, block_x, block_y, most_agents;
    std::vector<CUdeviceptr> buffers;
    std::vector<unsigned> sizes;
};
void launch(CUmodule module, const Kernel& kernel, const std::string& entry, unsigned active) {
    CUfunction function;
    check(cuModuleGetFunction(&function, module, (kernel.entry + entry).c_str()), entry.c_str());
    check(cuMemsetD8(counters, 0, 4096), "memset");
    const unsigned machine = sms;
    std::vector<void*> values;
    for (const CUdeviceptr& buffer : kernel.buffers) values.push_back(const_cast<CUdeviceptr*>(&buffer));
    for (const unsigned& size : kernel.sizes) values.push_back(const_cast<unsigned*>(&size));
    const unsigned x = kernel.grid_x, y = kernel.grid_y;
    unsigned grid_x = x, grid_y = y;
    if (active) {
        for (const unsigned* value : {&x, &y, &machine, const_cast<const unsigned*>(&active)}) values.push_back(const_cast<unsigned*>(value));
        values.push_back(&counters);
        grid_x = sms * kernel.most_agents; grid_y = 1;
    } else if (entry != "_orig") {
        values.push_back(const_cast<unsigned*>(&machine));
    }
    check(cuLaunchKernel(function, grid_x, grid_y, 1, kernel.block_x, kernel.block_y, 1, 0, nullptr, values.data(), nullptr), "launch");
    check(cuCtxSynchronize(), entry.c_str());
}
int main(int count, char** arguments) {
    if (count < 5) return 2;
    check(cuInit(0), "init");
    CUdevice device; CUcontext context;
    check(cuDeviceGet(&device, 0), "device"); check(cuDevicePrimaryCtxRetain(&context, device), "context"); check(cuCtxSetCurrent(context), "context");
    CUdeviceptr a, b, c;
    for (CUdeviceptr* buffer : {&a, &b, &c}) { check(cuMemAlloc(buffer, 64 << 20), "memory"); check(cuMemsetD32(*buffer, 0x3f800000, 16 << 20), "memory"); }
    check(cuMemAlloc(&counters, 4096), "memory");
    const std::vector<Kernel> kernels = {{"MM512", "mm512", 16, 16, 32, 32, 2, {a, b, c}, {512}},
                                         {"GEMM512", "gemm512", 16, 64, 32, 8, 8, {a, b, c}, {512}},
                                         {"SYK512x256", "syk", 16, 64, 32, 8, 8, {a, c}, {512, 256}},
                                         {"CV2048", "cv", 64, 256, 32, 8, 8, {a, b}, {2048}},
                                         {"BSC1M", "bsc", 4096, 1, 256, 1, 8, {a, b, c}, {1 << 20}}};
    const char* files[] = {"mm512/mm512.ptx", "gemm512/gemm512.ptx", "syk512x256/syk512x256.ptx", "cv2048/cv2048.ptx", "bsc1m/bsc1m.ptx"};
    const std::string style = arguments[3];
    const unsigned active = style.rfind("agents", 0) == 0 ? static_cast<unsigned>(atoi(style.c_str() + style.rfind('-') + 1)) : 0;
    std::string entry = "_" + (active ? style.substr(0, style.rfind('-')) : style);
    for (char& letter : entry) letter = letter == '-' ? '_' : letter;
    if (entry.size() > 4 && entry.substr(entry.size() - 4) == "_col") entry += "umn";
    for (unsigned i = 0; i < kernels.size(); ++i) {
        if (kernels[i].name != arguments[2]) continue;
        CUmodule module;
        check(cuModuleLoad(&module, (std::string(arguments[1]) + "/" + files[i]).c_str()), files[i]);
        for (int time = 0; time < atoi(arguments[4]); ++time) launch(module, kernels[i], entry, active);
        return 0;
    }
    fprintf(stderr, "no kernel %s\n", arguments[2]);
    return 2;
}
