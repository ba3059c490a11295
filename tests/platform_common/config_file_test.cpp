#include <catch2/catch.hpp>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "fake_platform.h"
#include "heddle/platforms/common/config_file.h"

using namespace heddle;

TEST_CASE("sections, comments and blanks are read as INI files have them") {
    FakeParameters core;
    unsigned top = 1;
    ParameterSet set;
    set("top", top, "", "a key without a section");
    set.group("core", core);
    std::istringstream in(
        "top=7   # at the top\r\n\n[core]\n  size_bytes =  64K\n# mode = silent\nmode = a b\n[ core ]\nenabled=no");
    read_config(in, "test.ini", set);
    CHECK(top == 7);
    CHECK(core.size_bytes == 65536);
    CHECK(core.mode == "a b");
    CHECK_FALSE(core.enabled);
    CHECK(set.find("core.mode").origin == "test.ini:6");
}

TEST_CASE("a written configuration reads back as the same one") {
    FakeParameters core;
    unsigned late = 5;
    ParameterSet set;
    set.group("core", core);
    set("late", late, "cycles", "a key without a section, declared after one");
    core.clock_mhz = 1.0 / 3;
    core.kernel_cycles = ~std::uint64_t{0};
    core.enabled = false;
    late = 9;
    std::ostringstream first;
    write_config(first, set);

    FakeParameters copy;
    unsigned late_copy = 0;
    ParameterSet other;
    other.group("core", copy);
    other("late", late_copy, "cycles", "a key without a section, declared after one");
    std::istringstream in(first.str());
    read_config(in, "dump.ini", other);
    CHECK(copy.clock_mhz == core.clock_mhz);
    CHECK(copy.kernel_cycles == core.kernel_cycles);
    CHECK(copy.enabled == core.enabled);
    CHECK(copy.mode == core.mode);
    CHECK(late_copy == 9);
    CHECK_THAT(first.str(), Catch::Contains("# how large it is [B]\nsize_bytes = 4096\n"));
    CHECK_THAT(first.str(), Catch::Contains("; default 100\nkernel_cycles = 18446744073709551615\n"));
}

TEST_CASE("defaults, system, files and --set win in this order") {
    std::ofstream("one.ini") << "[core]\nkernel_cycles = 1\nmode = silent\n";
    std::ofstream("two.ini") << "[core]\nkernel_cycles = 2\n";
    FakePlatform platform;
    const RunResult dump = run(platform, {"--system", "large", "--config", "one.ini", "--config=two.ini", "--set",
                                          "core.clock_mhz=5", "--seed", "77", "--dump-config"});
    CHECK(dump.code == 0);
    CHECK(platform.core.size_bytes == 1u << 20);
    CHECK(platform.core.kernel_cycles == 2);
    CHECK(platform.core.mode == "silent");
    CHECK(platform.core.clock_mhz == 5);

    std::ofstream("three.ini") << dump.out;
    FakePlatform again;
    CHECK(run(again, {"--system", "large", "--config", "three.ini", "--dump-config"}).out == dump.out);
    CHECK_THAT(dump.out, Catch::Contains("seed = 77\n"));
    FakePlatform last_wins;
    run(last_wins, {"--config", "two.ini", "--config", "one.ini", "--set", "core.mode=ok", "--dump-config"});
    CHECK(last_wins.core.kernel_cycles == 1);
    CHECK(last_wins.core.mode == "ok");
    for (const char* file : {"one.ini", "two.ini", "three.ini"}) std::remove(file);
}

TEST_CASE("a file may say that it describes a whole machine") {
    FakeParameters core;
    ParameterSet set;
    set.group("core", core);
    std::istringstream in("[preset]\nwhole_machine = true\n[core]\nmode = loud\n");
    read_config(in, "chip.ini", set);
    CHECK(core.mode == "loud");
    std::istringstream wrong("[preset]\nwhole_machine = perhaps\n");
    CHECK_THROWS_WITH(read_config(wrong, "chip.ini", set),
                      "chip.ini:2: preset.whole_machine: is 'perhaps', expected true or false");
    for (const char* text :
         {"[preset]\nwhole_machine = true", "preset.whole_machine=true", "[preset.]\nwhole_machine = true"})
        CHECK(describes_whole_machine({"chip.ini", text}));
    for (const char* text :
         {"[preset]\nwhole_machine = false", "whole_machine = true", "[core]\npreset.whole_machine=true"})
        CHECK_FALSE(describes_whole_machine({"chip.ini", text}));
}
