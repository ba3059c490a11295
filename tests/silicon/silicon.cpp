// Runs the kernel library's code on a real GPU through the CUDA driver: PTX, which the driver compiles, or a cubin.
//
//   silicon load FILE...                                 which files the driver takes, with entries and registers
//   silicon launch FILE ENTRY GRID BLOCK TAG ARGUMENT... one launch after caches were flushed
//
// GRID and BLOCK are x or x,y. Arguments: in:NAME and inout:NAME are buffers filled from the file NAME.in; an inout
// buffer is written to NAME.TAG afterwards. u32:N and f32:X are numbers.
#include <cuda.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

[[noreturn]] void fail(const std::string& message) {
    std::fprintf(stderr, "silicon: error: %s\n", message.c_str());
    std::exit(1);
}

void require(CUresult result, const std::string& what) {
    if (result == CUDA_SUCCESS) return;
    const char* text = nullptr;
    cuGetErrorString(result, &text);
    fail(what + ": " + (text ? text : "unknown error"));
}

std::vector<char> read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) fail(path + ": cannot be read");
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void use_first_gpu() {
    CUdevice device;
    CUcontext context;
    char name[256];
    int driver = 0;
    require(cuInit(0), "cuInit");
    require(cuDeviceGet(&device, 0), "cuDeviceGet");
    require(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
    require(cuCtxSetCurrent(context), "cuCtxSetCurrent");
    cuDeviceGetName(name, sizeof name, device);
    cuDriverGetVersion(&driver);
    std::fprintf(stderr, "%s, CUDA driver API %d.%d\n", name, driver / 1000, driver % 1000 / 10);
}

// Null, with the driver's message, if the driver does not take the file.
CUmodule load_module(const std::string& path, std::string& message) {
    std::vector<char> image = read_file(path);
    image.push_back(0);  // PTX is a C string
    std::vector<char> log(1 << 14);
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void* values[] = {log.data(), reinterpret_cast<void*>(log.size())};
    CUmodule module = nullptr;
    const CUresult result = cuModuleLoadDataEx(&module, image.data(), 2, options, values);
    if (result == CUDA_SUCCESS) return module;
    const char* text = nullptr;
    cuGetErrorString(result, &text);
    message = std::string(text ? text : "unknown error") + " " + log.data();
    return nullptr;
}

std::vector<std::string> entries_of(const std::string& path) {
    const std::vector<char> bytes = read_file(path);
    const std::string text(bytes.begin(), bytes.end()), word = ".entry ";
    std::vector<std::string> entries;
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
        const std::size_t begin = at + word.size();
        entries.push_back(text.substr(begin, text.find_first_of("( \n", begin) - begin));
    }
    return entries;
}

bool report_module(const std::string& path) {
    std::string message;
    const CUmodule module = load_module(path, message);
    std::string line;
    bool ok = module != nullptr;
    for (const std::string& entry : entries_of(path)) {
        CUfunction function;
        int registers = 0, shared_bytes = 0;
        if (!module || cuModuleGetFunction(&function, module, entry.c_str()) != CUDA_SUCCESS) {
            ok = false;
            line += " " + entry + " (not found)";
            continue;
        }
        cuFuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, function);
        cuFuncGetAttribute(&shared_bytes, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function);
        line += " " + entry + " (" + std::to_string(registers) + " registers, " + std::to_string(shared_bytes) + " B)";
    }
    std::printf("%s %s:%s%s%s\n", ok ? "PASS" : "FAIL", path.c_str(), line.c_str(), ok ? "" : " ", message.c_str());
    if (module) cuModuleUnload(module);
    return ok;
}

// Larger than the L2 of any GPU so far, so that a kernel finds nothing of its own there.
void flush_caches() {
    const std::size_t bytes = std::size_t{1} << 28;
    CUdeviceptr scratch;
    require(cuMemAlloc(&scratch, bytes), "cuMemAlloc");
    require(cuMemsetD8(scratch, 0, bytes), "cuMemsetD8");
    require(cuCtxSynchronize(), "flush");
    require(cuMemFree(scratch), "cuMemFree");
}

struct Argument {
    union {
        CUdeviceptr pointer;
        std::uint32_t u32;
        float f32;
    };
    std::string output;  // name of an inout buffer
    std::size_t bytes = 0;

    Argument() : pointer(0) {}
};

Argument make_argument(const std::string& text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos) fail("argument '" + text + "', expected in:NAME, inout:NAME, u32:N or f32:X");
    const std::string kind = text.substr(0, colon), value = text.substr(colon + 1);
    Argument argument;
    if (kind == "u32") {
        argument.u32 = static_cast<std::uint32_t>(std::stoul(value));
    } else if (kind == "f32") {
        argument.f32 = std::stof(value);
    } else if (kind == "in" || kind == "inout") {
        const std::vector<char> contents = read_file(value + ".in");
        argument.bytes = contents.size();
        if (kind == "inout") argument.output = value;
        require(cuMemAlloc(&argument.pointer, contents.size()), "cuMemAlloc");
        require(cuMemcpyHtoD(argument.pointer, contents.data(), contents.size()), "cuMemcpyHtoD");
    } else {
        fail("argument '" + text + "', expected in:NAME, inout:NAME, u32:N or f32:X");
    }
    return argument;
}

struct Size {
    unsigned x = 1, y = 1;
};

Size parse_size(const std::string& text) {
    Size size;
    if (std::sscanf(text.c_str(), "%u,%u", &size.x, &size.y) < 1) fail("'" + text + "', expected x or x,y");
    return size;
}

void launch(const std::vector<std::string>& words) {
    std::string message;
    const CUmodule module = load_module(words[0], message);
    if (!module) fail(words[0] + ": " + message);
    CUfunction function;
    require(cuModuleGetFunction(&function, module, words[1].c_str()), words[1]);
    const Size grid = parse_size(words[2]), block = parse_size(words[3]);
    std::deque<Argument> arguments;
    std::vector<void*> pointers;
    for (std::size_t i = 5; i < words.size(); ++i) {
        arguments.push_back(make_argument(words[i]));
        pointers.push_back(&arguments.back().pointer);
    }
    flush_caches();
    require(cuLaunchKernel(function, grid.x, grid.y, 1, block.x, block.y, 1, 0, nullptr, pointers.data(), nullptr),
            "cuLaunchKernel");
    require(cuCtxSynchronize(), words[1]);
    for (const Argument& argument : arguments) {
        if (argument.output.empty()) continue;
        std::vector<char> contents(argument.bytes);
        require(cuMemcpyDtoH(contents.data(), argument.pointer, contents.size()), "cuMemcpyDtoH");
        std::ofstream file(argument.output + "." + words[4], std::ios::binary);
        file.write(contents.data(), static_cast<std::streamsize>(contents.size()));
        if (!file.flush()) fail(argument.output + "." + words[4] + ": cannot be written");
    }
}

}  // namespace

int main(int argc, char* argv[]) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    const std::string verb = words.empty() ? "" : words[0];
    if (verb == "load" && words.size() > 1) {
        use_first_gpu();
        bool ok = true;
        for (std::size_t i = 1; i < words.size(); ++i) ok &= report_module(words[i]);
        return ok ? 0 : 1;
    }
    if (verb == "launch" && words.size() > 5) {
        use_first_gpu();
        launch({words.begin() + 1, words.end()});
        return 0;
    }
    std::fprintf(stderr, "usage: silicon load FILE... | silicon launch FILE ENTRY GRID BLOCK TAG ARGUMENT...\n");
    return 2;
}
