// trace_gen: writes traces in Accel-Sim's format.
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "heddle/base/error.h"
#include "heddle/references/library.h"
#include "heddle/stimulus/trace/generator/benchmark_kernels.h"
#include "heddle/stimulus/trace/generator/stimulus_trace.h"

using namespace heddle;

namespace {

struct Request {
    std::string stimulus, kernel, folder;
    unsigned size = 0;
    bool compress = false;
};

void explain(std::ostream& out, const char* program) {
    out << "usage: " << program << " --stimulus FILE.stim --out FOLDER [--xz]\n"
        << "       " << program
        << " --kernel NAME [--size N] --out FOLDER [--xz]\n"
           "Writes FOLDER/kernelslist.g and a trace for every kernel launch.\n"
           "  --stimulus  executes the stimulus without time and writes down its warp instructions\n"
           "  --kernel    one of the kernels with the instructions of real SASS code:\n";
    for (unsigned i = 0; i < traces::benchmark_kernel_count; ++i) {
        const traces::BenchmarkKernel& kernel = traces::benchmark_kernels[i];
        out << "                " << kernel.name << ": " << kernel.what << ", N = " << kernel.default_size
            << " unless --size says another\n";
    }
    out << "  --xz        compressed traces\n";
}

unsigned number(const std::string& text) {
    char* end = nullptr;
    const unsigned long value = std::strtoul(text.c_str(), &end, 10);
    if (text.empty() || *end != '\0' || value == 0 || value > 1u << 28)
        throw InputError("--size '" + text + "', expected a number from 1 to 268435456");
    return static_cast<unsigned>(value);
}

Request parse(const std::vector<std::string>& words) {
    Request request;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == "--xz") {
            request.compress = true;
            continue;
        }
        const bool known =
            words[i] == "--stimulus" || words[i] == "--kernel" || words[i] == "--out" || words[i] == "--size";
        if (!known) throw InputError("unknown option " + words[i] + " (--help explains)");
        if (i + 1 == words.size()) throw InputError(words[i] + " needs a value");
        const std::string& value = words[++i];
        if (words[i - 1] == "--stimulus")
            request.stimulus = value;
        else if (words[i - 1] == "--kernel")
            request.kernel = value;
        else if (words[i - 1] == "--out")
            request.folder = value;
        else
            request.size = number(value);
    }
    if (request.stimulus.empty() == request.kernel.empty())
        throw InputError("expected one of --stimulus and --kernel (--help explains)");
    if (request.size && request.kernel.empty())
        throw InputError("--size goes with --kernel; a stimulus says its sizes itself");
    if (request.folder.empty()) throw InputError("--out FOLDER is missing (--help explains)");
    return request;
}

// Refuses a size that the kernel cannot have.
const traces::BenchmarkKernel& chosen_kernel(const Request& request) {
    std::string names;
    for (unsigned i = 0; i < traces::benchmark_kernel_count; ++i) {
        const traces::BenchmarkKernel& kernel = traces::benchmark_kernels[i];
        names += std::string(i ? ", " : "") + kernel.name;
        if (request.kernel != kernel.name) continue;
        if (request.size % kernel.size_step != 0)
            throw InputError("--size " + std::to_string(request.size) + ", expected a multiple of " +
                             std::to_string(kernel.size_step));
        return kernel;
    }
    throw InputError("no kernel is called " + request.kernel + ", expected one of " + names);
}

void run(const Request& request) {
    if (!request.kernel.empty()) {
        const traces::BenchmarkKernel& kernel = chosen_kernel(request);
        traces::TraceWriter writer(request.folder, request.compress);
        kernel.write(writer, request.size ? request.size : kernel.default_size);
        std::cout << request.folder << "/kernelslist.g: " << writer.instructions() << " warp instructions\n";
        return;
    }
    const std::unique_ptr<Workload> workload = open_workload(request.stimulus, &library_references());
    traces::TraceWriter writer(request.folder, request.compress);
    traces::write_trace_of(*workload, writer);
    std::cout << request.folder << "/kernelslist.g: " << writer.instructions() << " warp instructions\n";
}

}  // namespace

// SystemC's library comes with the model's code and asks for this; the program itself simulates nothing.
extern "C" int sc_main(int, char*[]) {
    return 1;
}

int main(int argc, char* argv[]) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (words.empty() || words[0] == "--help") {
        explain(words.empty() ? std::cerr : std::cout, argv[0]);
        return words.empty() ? 2 : 0;
    }
    try {
        run(parse(words));
        return 0;
    } catch (const InputError& error) {
        std::cerr << "trace_gen: error: " << error.what() << "\n";
        return 2;
    } catch (const std::exception& error) {
        std::cerr << "trace_gen: error: " << error.what() << "\n";
        return 1;
    }
}
