// Every kind of wrong command line and configuration, with the message a user gets. None reaches the simulation.
#include <catch2/catch.hpp>
#include <cstdio>
#include <fstream>

#include "fake_platform.h"

using namespace heddle;

namespace {

struct BadLine {
    std::vector<std::string> arguments;
    const char* message;
};

struct BadFile {
    const char* content;
    const char* message;  // after "heddle fake: error: bad.ini"
};

void write_file(const std::string& path, const std::string& content) {
    std::ofstream(path) << content;
}

}  // namespace

TEST_CASE("a wrong command line says what is wrong and what was expected") {
    const BadLine lines[] = {
        {{"--stimulos", "x"}, "unknown option --stimulos; did you mean --stimulus? (--help explains all options)"},
        {{"--vcd-s", "x"}, "unknown option --vcd-s; did you mean --vcd-scope? (--help explains all options)"},
        {{"--frobnicate"}, "unknown option --frobnicate (--help explains all options)"},
        {{"--stimulus"}, "option --stimulus needs a value"},
        {{"--stimulus", ""}, "--stimulus is empty, expected a name"},
        {{"--stats", "a", "--stats", "b"}, "option --stats is given more than once"},
        {{"good.stim"}, "unexpected argument 'good.stim'; a stimulus is given as --stimulus good.stim"},
        {{"--quiet"}, "nothing to run: --stimulus FILE is missing (--help explains)"},
        {{"--stimulus", "bad.stim"}, "bad.stim:3:7: no such thing"},
        {{"--max-cycles", "many"}, "--max-cycles: is 'many', expected a whole number (unit: cycles)"},
        {{"--max-cycles", "-1"}, "--max-cycles: is '-1', expected a whole number (unit: cycles)"},
        {{"--max-cycles", "0"}, "--max-cycles is 0, expected at least 1"},
        {{"--max-cycles", "99999999999999999999"},
         "--max-cycles: is '99999999999999999999', expected at most 18446744073709551615"},
        {{"--max-seconds", "soon"}, "--max-seconds: is 'soon', expected a number, such as 1400 or 0.5"},
        {{"--max-seconds", "0"}, "--max-seconds is 0, expected more than 0"},
        {{"--max-seconds", "-1"}, "--max-seconds is -1, expected more than 0"},
        {{"--seed", "1.5"}, "--seed: is '1.5', expected a whole number"},
        {{"--progress", "maybe"}, "--progress is 'maybe', expected auto, on or off"},
        {{"--vcd", "x.vcd", "--vcd-scope", ""},
         "--vcd-scope is empty, expected a pattern of block names, such as 'gpu.l2*'"},
        {{"--vcd-scope", "x"}, "--vcd-scope and --vcd-window need --vcd FILE.vcd"},
        {{"--vcd", "x.vcd", "--vcd-window", "5"}, "--vcd-window '5', expected A:B in core cycles, such as 1000:2000"},
        {{"--vcd", "x.vcd", "--vcd-window", "9:5"}, "--vcd-window '9:5' is empty, expected A:B with A before B"},
        {{"--vcd", "x.vcd", "--vcd-window", "a:5"}, "--vcd-window: is 'a', expected a whole number (unit: cycles)"},
        {{"--set", "core.size_bytes"}, "--set 'core.size_bytes', expected KEY=VALUE such as l2_slice.size_bytes=1M"},
        {{"--set", "=5"}, "--set '=5', expected KEY=VALUE such as l2_slice.size_bytes=1M"},
        {{"--set", "core.size_byte=5"}, "--set: core.size_byte: no such parameter; did you mean core.size_bytes?"},
        {{"--set", "size_bytes=5"}, "--set: size_bytes: no such parameter; did you mean core.size_bytes?"},
        {{"--set", "zzz.qqqqqqqqq=5"}, "--set: zzz.qqqqqqqqq: no such parameter; --dump-config lists them all"},
        {{"--set", "core.size_bytes=big"},
         "--set: core.size_bytes: is 'big', expected a whole number of bytes, such as 4096 or 64K (K, M, G: powers of "
         "1024)"},
        {{"--set", "core.size_bytes=8G"}, "--set: core.size_bytes: is '8G', expected at most 4294967295"},
        {{"--set", "core.size_bytes="},
         "--set: core.size_bytes: is '', expected a whole number of bytes, such as 4096 or 64K (K, M, G: powers of "
         "1024)"},
        {{"--set", "core.kernel_cycles=5K"},
         "--set: core.kernel_cycles: is '5K', expected a whole number (unit: cycles)"},
        {{"--set", "core.enabled=maybe"}, "--set: core.enabled: is 'maybe', expected true or false"},
        {{"--set", "core.clock_mhz=fast"}, "--set: core.clock_mhz: is 'fast', expected a number, such as 1400 or 0.5"},
        {{"--set", "core.clock_mhz=nan"}, "--set: core.clock_mhz: is 'nan', expected a number, such as 1400 or 0.5"},
        {{"--set", "core.clock_mhz=-1"}, "--set: core.clock_mhz: must be positive"},
        {{"--set", "core.size_bytes=1000"}, "--set: core.size_bytes: is 1000, must be a power of two"},
        {{"--set", "core.mode=odd"},
         "--set: core.mode: is 'odd', must be one of: ok, silent, spinning, error_response, exception, report, "
         "wrong_data, interrupted, stopped_inside, stopped_at_start, stopped_in_check"},
        {{"--set", "sim.watchdog_cycles=0"}, "--set: sim.watchdog_cycles: is 0, must be at least 1"},
        {{"--dump", "BYTES"}, "--dump 'BYTES', expected BUFFER=FILE such as C=c.bin"},
        {{"--dump", "=x.bin"}, "--dump '=x.bin', expected BUFFER=FILE such as C=c.bin"},
        {{"--dump", "BYTES="}, "--dump 'BYTES=', expected BUFFER=FILE such as C=c.bin"},
        {{"--stimulus", "good.stim", "--dump", "BYTES=x.bin", "--dump", "MARK=x.bin"},
         "--dump MARK x.bin: this file is already written by --dump BYTES; choose another name"},
        {{"--stimulus", "good.stim", "--dump", "BITES=x.bin"},
         "--dump: the stimulus has no buffer 'BITES'; it has MARK, BYTES"},
        {{"--stimulus", "good.stim", "--dump", "BYTES=no/such/folder/x.bin"},
         "no/such/folder/x.bin: cannot be written (No such file or directory)"},
        {{"--system", "larg"}, "--system: no system is called 'larg'; did you mean large?"},
        {{"--system", "quite different"}, "--system: no system is called 'quite different'; --list-systems shows them"},
        {{"--config", "missing.ini"}, "missing.ini: configuration file cannot be opened (No such file or directory)"},
        {{"--config", "."}, ".: is a folder; expected a configuration file, such as --dump-config writes"},
        {{"--stimulus", "good.stim", "--stats", "no/such/folder/stats.json"},
         "no/such/folder/stats.json: cannot be written (No such file or directory)"},
    };
    for (const BadLine& line : lines) {
        FakePlatform platform;
        const RunResult result = run(platform, line.arguments);
        CAPTURE(line.arguments);
        CHECK(result.err == "heddle fake: error: " + std::string(line.message) + "\n");
        CHECK(result.code == 2);
        CHECK(result.out.empty());
    }
}

TEST_CASE("a wrong configuration file is named with its line") {
    const BadFile files[] = {
        {"core.size_bytes\n", ":1: 'core.size_bytes', expected key = value, [section] or # comment"},
        {"# fine\n\n; not fine\n", ":3: '; not fine', expected key = value, [section] or # comment"},
        {"[core\nsize_bytes = 4096\n", ":1: '[core', expected [section]"},
        {"[]\n", ":1: '[]', expected [section]"},
        {"[core]\n= 5\n", ":2: '= 5', expected key = value, [section] or # comment"},
        {"[core]\nsize_bites = 4096\n", ":2: core.size_bites: no such parameter; did you mean core.size_bytes?"},
        {"[kore]\nsize_bytes = 4096\n", ":2: kore.size_bytes: no such parameter; did you mean core.size_bytes?"},
        {"[core]\nsize_bytes = 4096\n\nsize_bytes = 8192\n",
         ":4: core.size_bytes is set a second time, first in line 2"},
        {"core.enabled = 1\n[core]\nenabled = 1\n", ":3: core.enabled is set a second time, first in line 1"},
        {"[core]\nenabled = perhaps\n", ":2: core.enabled: is 'perhaps', expected true or false"},
        {"[core]\nkernel_cycles = 1e3\n", ":2: core.kernel_cycles: is '1e3', expected a whole number (unit: cycles)"},
        {"[core]\n\nsize_bytes = 3  # no power\n", ":3: core.size_bytes: is 3, must be a power of two"},
    };
    for (const BadFile& file : files) {
        write_file("bad.ini", file.content);
        FakePlatform platform;
        const RunResult result = run(platform, {"--config", "bad.ini", "--dump-config"});
        CAPTURE(file.content);
        CHECK(result.err == "heddle fake: error: bad.ini" + std::string(file.message) + "\n");
        CHECK(result.code == 2);
    }
    std::remove("bad.ini");
}

TEST_CASE("a waveform scope that matches nothing leaves an older file alone") {
    write_file("scope.vcd", "old");
    FakePlatform platform;
    const RunResult result = run(platform, {"--stimulus", "good.stim", "--vcd", "scope.vcd", "--vcd-scope", "gpu.*"});
    CHECK(result.code == 2);
    CHECK(result.err ==
          "heddle fake: error: --vcd-scope 'gpu.*' matches no block with signals; there are clock, host\n");
    std::string content;
    std::getline(std::ifstream("scope.vcd"), content);
    CHECK(content == "old");
    std::remove("scope.vcd");
}
