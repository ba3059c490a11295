#include "evaluate.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "heddle/stimulus/ptx/ptx_module.h"
#include "runner.h"

namespace heddle::test {
namespace {

constexpr std::uint64_t in_address = 0x10000000, out_address = 0x20000000;
constexpr std::uint64_t sentinel = 0x5a5a5a5a5a5a5a5a;

unsigned bytes_of(const std::string& type) {
    return static_cast<unsigned>(std::stoul(type.substr(1))) / 8;
}

// Registers have no 8-bit types that arithmetic could use.
std::string register_type(const std::string& type) {
    return bytes_of(type) == 1 ? "b16" : type;
}

std::string kernel_text(const Body& body, bool guarded) {
    std::string text =
        ".version 6.4\n.target sm_70\n.address_size 64\n.visible .entry t(.param .u64 in, .param .u64 out)\n{\n"
        ".reg .pred %p<8>, %q;\n.reg .b32 %t<4>, %lane;\n.reg .b64 %u<4>, %in, %out, %at;\n";
    const std::string types[] = {body.a, body.b, body.c};
    const char* names[] = {"%a", "%b", "%c"};
    text += ".reg ." + register_type(body.d) + " %d;\n";
    for (unsigned i = 0; i < 3; ++i)
        if (!types[i].empty()) text += ".reg ." + register_type(types[i]) + " " + names[i] + ";\n";
    text +=
        "ld.param.u64 %in, [in];\nld.param.u64 %out, [out];\n"
        "mov.u32 %lane, %ctaid.x;\nshl.b32 %lane, %lane, 5;\nmov.u32 %t0, %tid.x;\nadd.u32 %lane, %lane, %t0;\n"
        "and.b32 %t0, %lane, 1;\nsetp.eq.u32 %q, %t0, 1;\n"
        "mul.wide.u32 %at, %lane, 32;\nadd.u64 %at, %at, %in;\n";
    for (unsigned i = 0; i < 3; ++i)
        if (!types[i].empty())
            text += "ld.global.b" + types[i].substr(1) + " " + names[i] + ", [%at+" + std::to_string(8 * i) + "];\n";
    text += "ld.global.b" + std::to_string(8 * bytes_of(register_type(body.d))) + " %d, [%at+24];\n";
    text += (guarded ? "@%q " : "") + body.text + "\n";
    text += "mul.wide.u32 %at, %lane, 8;\nadd.u64 %at, %at, %out;\nst.global.b" +
            std::to_string(8 * bytes_of(register_type(body.d))) + " [%at], %d;\nret;\n}\n";
    return text;
}

std::vector<std::uint64_t> run_body(const Body& body, const Inputs& inputs, bool guarded) {
    SparseMemory memory;
    std::vector<std::uint64_t> words;
    for (const auto& input : inputs) words.insert(words.end(), {input[0], input[1], input[2], sentinel});
    memory.put(in_address, words);
    const auto module = ptx::parse_ptx(kernel_text(body, guarded), "evaluate.ptx");
    const auto ctas = static_cast<std::uint32_t>((inputs.size() + 31) / 32);
    const auto kernel =
        module->kernel("t", {ctas, 1, 1}, {32, 1, 1}, {ptx::argument(in_address), ptx::argument(out_address)});
    run(*kernel, memory);
    return memory.get<std::uint64_t>(out_address, inputs.size());
}

}  // namespace

std::vector<std::uint64_t> evaluate(const Body& body, const Inputs& inputs) {
    const std::vector<std::uint64_t> results = run_body(body, inputs, false);
    if (body.text.find(';') + 1 == body.text.size()) {
        const std::vector<std::uint64_t> guarded = run_body(body, inputs, true);
        const unsigned bits = 8 * bytes_of(register_type(body.d));
        const std::uint64_t kept = bits == 64 ? sentinel : sentinel & ((std::uint64_t{1} << bits) - 1);
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            INFO("guarded: " << body.text << " on input " << i);
            REQUIRE(guarded[i] == (i % 2 ? results[i] : kept));
        }
    }
    return results;
}

void check(const Body& body, const Inputs& inputs, const HostFunction& expected) {
    const std::vector<std::uint64_t> results = evaluate(body, inputs);
    const unsigned bytes = bytes_of(register_type(body.d));
    const std::uint64_t mask = bytes == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * bytes)) - 1;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const std::uint64_t wanted = expected(inputs[i][0], inputs[i][1], inputs[i][2]) & mask;
        const bool nans =
            body.d[0] == 'f' &&
            (bytes == 4   ? std::isnan(from_bits<float>(wanted)) && std::isnan(from_bits<float>(results[i]))
             : bytes == 8 ? std::isnan(from_bits<double>(wanted)) && std::isnan(from_bits<double>(results[i]))
                          : false);
        if (nans || wanted == results[i]) continue;
        INFO(body.text << std::hex << " with 0x" << inputs[i][0] << ", 0x" << inputs[i][1] << ", 0x" << inputs[i][2]);
        REQUIRE(results[i] == wanted);
    }
    SUCCEED();
}

namespace {

std::vector<std::uint64_t> hard(const std::string& type) {
    std::vector<std::uint64_t> values;
    const unsigned bits = 8 * bytes_of(type);
    if (type == "f32") {
        for (float f : {0.0f,
                        -0.0f,
                        1.0f,
                        -1.0f,
                        1.5f,
                        -2.5f,
                        3.0f,
                        0.1f,
                        1e-40f,
                        -1e-45f,
                        3.4e38f,
                        -3.4e38f,
                        123456.78f,
                        16777217.0f,
                        std::numeric_limits<float>::infinity(),
                        -std::numeric_limits<float>::infinity(),
                        std::numeric_limits<float>::quiet_NaN(),
                        std::numeric_limits<float>::min(),
                        0.49999997f,
                        2147483648.0f})
            values.push_back(to_bits(f));
        return values;
    }
    if (type == "f64") {
        for (double f : {0.0,
                         -0.0,
                         1.0,
                         -1.0,
                         1.5,
                         -2.5,
                         3.0,
                         0.1,
                         1e-310,
                         -5e-324,
                         1.7e308,
                         -1.7e308,
                         123456.789,
                         9007199254740993.0,
                         std::numeric_limits<double>::infinity(),
                         -std::numeric_limits<double>::infinity(),
                         std::numeric_limits<double>::quiet_NaN(),
                         1e-40,
                         2147483648.5,
                         9.3e18,
                         0.1f * 1.0})
            values.push_back(to_bits(f));
        return values;
    }
    const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    const std::uint64_t top = std::uint64_t{1} << (bits - 1);
    for (std::uint64_t v :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{7}, ~std::uint64_t{0}, ~std::uint64_t{1},
          top, top - 1, top + 1, std::uint64_t{0x123456789abcdef}, std::uint64_t{0xfedcba9876543210}, std::uint64_t{31},
          std::uint64_t{33}, std::uint64_t{100}})
        values.push_back(v & mask);
    return values;
}

}  // namespace

Inputs hard_values(const std::string& type, unsigned operands) {
    const std::vector<std::uint64_t> values = hard(type);
    Inputs inputs;
    for (std::uint64_t a : values)
        for (std::size_t b = 0; b < (operands > 1 ? values.size() : 1); ++b)
            for (std::size_t c = 0; c < (operands > 2 ? values.size() : 1); ++c)
                inputs.push_back({a, values[b], values[c]});
    return inputs;
}

}  // namespace heddle::test
