#include <catch2/catch.hpp>

#include "fake_platform.h"
#include "heddle/base/error.h"
#include "heddle/platforms/common/parameter_set.h"

using namespace heddle;

namespace {

struct Cluster {
    FakeParameters left, right;
    unsigned count = 3;

    template <class Visitor>
    void visit(Visitor& v) {
        v("count", count, "", "how many");
        v.group("left", left);
        v.group("right", right);
    }
};

}  // namespace

TEST_CASE("groups nest and keys follow the nesting") {
    Cluster cluster;
    ParameterSet set;
    set.group("cluster", cluster);
    REQUIRE(set.entries().size() == 11);
    CHECK(set.entries()[0].key == "cluster.count");
    CHECK(set.contains("cluster.left.size_bytes"));
    set.set("cluster.right.size_bytes", "2M", "test");
    CHECK(cluster.right.size_bytes == 2u << 20);
    CHECK(cluster.left.size_bytes == 4096);
    CHECK(set.find("cluster.right.size_bytes").origin == "test");
    CHECK(set.find("cluster.right.size_bytes").default_text == "4096");
    CHECK(set.find("cluster.left.size_bytes").origin.empty());
}

TEST_CASE("every type is read from text and written back") {
    FakeParameters core;
    ParameterSet set;
    set.group("core", core);
    const auto round_trip = [&](const char* key, const char* text) {
        set.set(key, text, "test");
        return set.text(key);
    };
    CHECK(round_trip("core.enabled", "off") == "false");
    CHECK(round_trip("core.enabled", "yes") == "true");
    CHECK(round_trip("core.size_bytes", "0x1000") == "4096");
    CHECK(round_trip("core.size_bytes", "3K") == "3072");
    CHECK(round_trip("core.size_bytes", "4294967295") == "4294967295");
    CHECK(round_trip("core.kernel_cycles", "18446744073709551615") == "18446744073709551615");
    CHECK(round_trip("core.clock_mhz", "0.1") == "0.1");
    CHECK(round_trip("core.clock_mhz", "1e-3") == "0.001");
    CHECK(round_trip("core.mode", "a = b") == "a = b");
    CHECK_FALSE(core.clock_mhz == 0.1);
}

TEST_CASE("a rejected value changes nothing") {
    FakeParameters core;
    ParameterSet set;
    set.group("core", core);
    for (const char* text : {"", " 5", "5 ", "0x", "1KK", "K", "+5", "-0", "1_000", "4294967296"})
        CHECK_THROWS_AS(set.set("core.size_bytes", text, "test"), ParameterError);
    CHECK(core.size_bytes == 4096);
    CHECK(set.find("core.size_bytes").origin.empty());
}

TEST_CASE("a key declared twice is a programmer's error") {
    FakeParameters core;
    ParameterSet set;
    set.group("core", core);
    CHECK_THROWS_AS(set.group("core", core), std::logic_error);
}
