#include <catch2/catch.hpp>

#include "heddle/base/error.h"
#include "heddle/platforms/device/gpu_configuration.h"
#include "heddle/platforms/device/gpu_device.h"

using namespace heddle;
using Catch::Contains;

TEST_CASE("a configuration starts from a preset, by either name, and takes the keys of build/bin/gpu") {
    GpuConfiguration qv100("qv100"), same("qv100.ini"), plain;
    CHECK(qv100.text("topology.clusters") == same.text("topology.clusters"));
    CHECK(qv100.text("topology.clusters") != plain.text("topology.clusters"));
    qv100.set("topology.clusters", "3");
    CHECK(qv100.plan().topology.clusters == 3);
}

TEST_CASE("mistakes in a configuration are named") {
    CHECK_THROWS_WITH(GpuConfiguration("qv1000"),
                      Contains("no preset is called 'qv1000'; there are dcl1, fermi") && Contains("qv100"));
    GpuConfiguration configuration;
    CHECK_THROWS_WITH(configuration.set("topology.cluster", "3"), Contains("topology.clusters"));
    CHECK_THROWS_AS(configuration.read("no_such.ini"), InputError);
    configuration.set("path.memory", "external").set("path.l2", "false");
    CHECK_THROWS_WITH(configuration.plan(), Contains("path.memory") && Contains("atomics"));
}

TEST_CASE("the number of host threads is checked as --threads is") {
    GpuConfiguration configuration;
    CHECK(configuration.threads() == 0);
    CHECK(configuration.set_threads("4").threads() == 4);
    CHECK(configuration.set_threads("auto").threads() >= 1);
    for (const char* bad : {"", "0", "257", "-1", "2.5", "four", " 4"})
        CHECK_THROWS_WITH(configuration.set_threads(bad),
                          "GpuConfiguration::set_threads is '" + std::string(bad) + "', expected 1 to 256 or auto");
}

TEST_CASE("routers that merge packets to one DRAM row need to know the rows") {
    GpuConfiguration configuration;
    configuration.set("path.memory", "external").set("path.network", "mesh");
    CHECK_NOTHROW(configuration.plan());
    configuration.set("packet_coalescing.hold", "extra");
    CHECK_NOTHROW(configuration.plan());
    configuration.set("packet_coalescing.hold", "dynamic");
    CHECK_THROWS_WITH(configuration.plan(), Contains("packet_coalescing.hold: is dynamic, but memory is outside "
                                                     "(path.memory=external): the routers do not know its rows"));
}

TEST_CASE("a device has instruction and texture caches, but no constant cache") {
    GpuConfiguration configuration;
    configuration.set("sm.instruction_fetch", "true").set("sm.texture_cache", "true");
    CHECK_NOTHROW(DeviceParts(configuration));
    configuration.set("sm.constant_cache", "true");
    CHECK_THROWS_WITH(DeviceParts(configuration), Contains("sm.constant_cache: is true"));
}
