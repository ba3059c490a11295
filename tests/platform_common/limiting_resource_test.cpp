// The decision alone, on figures made up here.
#include <catch2/catch.hpp>
#include <sstream>

#include "heddle/platforms/common/limit_report.h"

using namespace heddle;

namespace {

Resource bandwidth(const std::string& name, double busy) {
    return {name, "1 per cycle", "", Resource::Kind::bandwidth, {busy, busy, 1}, 0, ""};
}
Resource entries(const std::string& name, double in_use, double blocks) {
    return {name, "4", "some.key", Resource::Kind::occupancy, {in_use, in_use, 1}, blocks, ""};
}
Resource queue(const std::string& name, double blocks, const std::string& leads_to, double in_use = 0) {
    return {name, "8", "", Resource::Kind::occupancy, {in_use, in_use, 1}, blocks, leads_to};
}

// A path whose SMs wait for the LSU: the figures of the stages follow.
PathUse waiting_for_memory() {
    PathUse use;
    use.issue = {0.03, 0.05, 0.92, 0, 0, 0, 0, 500, 20};
    use.stage("SM").resources = {bandwidth("issue slots", 0.03)};
    use.stage("L1");
    use.stage("network").resources = {bandwidth("ports", 0.3)};
    use.stage("L2");
    use.stage("memory");
    use.stage("DRAM");
    return use;
}

std::string named(const PathUse& use) {
    const Limit limit = find_limit(use);
    return limit.stage + ": " + limit.resource;
}

}  // namespace

TEST_CASE("nothing is known of a machine without a path") {
    CHECK_FALSE(find_limit({}).known());
    std::ostringstream out;
    TableWriter table(out);
    write_limit(table, find_limit({}));
    CHECK(out.str().empty());
}

TEST_CASE("responses that wait for the way back explain full entries before it") {
    PathUse use = waiting_for_memory();
    use.stage("L1").resources = {entries("MSHRs", 0.99, 0.9)};
    use.stage("memory").resources = {queue("queue", 0.7, "DRAM", 0.95)};
    use.add_reply_stage({"replies", {bandwidth("links", 0.6)}});
    use.replies.front().resources.front().blocks = 0.92;
    CHECK(named(use) == "replies: links");
    use.replies.front().resources.front().blocks = 0.49;  // not in half of the time
    CHECK(named(use) == "memory: queue");
    use.replies.front().resources.front().blocks = 0.92;
    use.stage("DRAM").resources = {bandwidth("data bus", 0.7)};  // used more than the links
    CHECK(named(use) == "DRAM: data bus");
}

TEST_CASE("back-pressure leads to the full resource nearest to memory") {
    PathUse use = waiting_for_memory();
    use.stage("L1").resources = {entries("MSHRs", 0.99, 0.3), queue("miss queue", 0.6, "network")};
    use.stage("L2").resources = {entries("MSHRs", 0.97, 0.68)};
    use.stage("DRAM").resources = {bandwidth("data bus", 0.48)};
    const Limit limit = find_limit(use);
    CHECK(limit.stage == "L2");
    CHECK(limit.resource == "MSHRs");
    CHECK(limit.kind == "occupancy");
    CHECK(limit.utilisation == 0.97);
    CHECK(limit.parameter == "some.key");
    REQUIRE(limit.path.size() == 4);
    CHECK(limit.path.front().stage == "SM");
    CHECK(limit.path.front().cause == "LSU busy");
    CHECK(limit.path.back().stage == "L2");
    CHECK(limit.path.back().cause == "MSHRs full");

    // Held up for less than half as long as what lies above: it does not explain that.
    use.stage("L2").resources = {entries("MSHRs", 0.6, 0.3)};
    use.stage("L1").resources = {entries("MSHRs", 0.99, 0.9)};
    CHECK(named(use) == "L1: MSHRs");
}

TEST_CASE("entries above a bandwidth that is used up are full because of it") {
    PathUse use = waiting_for_memory();
    use.stage("L2").resources = {entries("MSHRs", 0.99, 0.9)};
    use.stage("DRAM").resources = {bandwidth("data bus", 0.84)};
    CHECK(named(use) == "L2: MSHRs");
    use.stage("DRAM").resources = {bandwidth("data bus", 0.86)};
    CHECK(named(use) == "DRAM: data bus");
    // Of two, the one used more; also on the way back.
    use.add_reply_stage({"replies", {bandwidth("ports", 0.95)}});
    CHECK(named(use) == "replies: ports");
    CHECK(find_limit(use).path.back().stage == "replies");
}

TEST_CASE("a bandwidth used more than the entries that block is the limit") {
    PathUse use = waiting_for_memory();
    use.stage("L2").resources = {entries("MSHRs", 0.57, 0.35)};
    use.add_reply_stage({"replies", {bandwidth("ports", 0.73)}});
    CHECK(named(use) == "replies: ports");
}

TEST_CASE("a full queue leads to what empties it, unless that has time left") {
    PathUse use = waiting_for_memory();
    use.stage("L2").resources = {queue("miss queue", 0.6, "memory")};
    use.stage("memory").resources = {queue("queue", 0.7, "DRAM", 0.9)};
    use.stage("DRAM").resources = {bandwidth("data bus", 0.4), bandwidth("activates", 0.8)};
    CHECK(named(use) == "DRAM: activates");
    use.stage("DRAM").resources = {bandwidth("data bus", 0.2), bandwidth("activates", 0.3)};
    CHECK(named(use) == "memory: queue");
}

TEST_CASE("what was counted when work began makes no use longer than the run") {
    PathUse use = waiting_for_memory();
    use.stage("DRAM").resources = {bandwidth("bank", 1.8)};
    Limit limit = find_limit(use);
    CHECK(limit.utilisation == 1);
    CHECK(limit.mean_utilisation == 1);
    use.stage("DRAM").resources = {entries("queue", 1.3, 2.5)};
    limit = find_limit(use);
    CHECK(limit.utilisation == 1);
    CHECK(limit.blocks == 1);
}

TEST_CASE("without back-pressure latency is the limit") {
    PathUse use = waiting_for_memory();
    use.issue.memory = 0.9;
    use.issue.lsu = 0.05;
    use.stage("L2").resources = {entries("MSHRs", 0.3, 0.2)};
    CHECK(named(use) == "SM: latency of memory");
    CHECK(find_limit(use).capacity.find("500 cycles") != std::string::npos);
    // Held up now and then, but neither used nor waited for in half of the time.
    use.stage("L2").resources = {entries("MSHRs", 0.4, 0.4)};
    CHECK(named(use) == "SM: latency of memory");
    use.stage("L2").resources = {entries("MSHRs", 0.4, 0.6)};
    CHECK(named(use) == "L2: MSHRs");
}

TEST_CASE("what the SMs lose slots to themselves is the limit") {
    PathUse use = waiting_for_memory();
    use.stage("L2").resources = {entries("MSHRs", 0.97, 0.68)};
    use.issue = {0.2, 0.1, 0.1, 0, 0.6, 0, 0, 500, 20};
    CHECK(named(use) == "SM: latency of execution units");
    use.issue = {0.2, 0.1, 0.1, 0, 0.1, 0.5, 0, 500, 20};
    CHECK(named(use) == "SM: barriers");
    use.issue = {0.2, 0.1, 0.1, 0.5, 0.1, 0, 0, 500, 20};
    CHECK(named(use) == "SM: execution units");
    use.stage("SM").resources.push_back(bandwidth("special function unit", 0.7));
    CHECK(named(use) == "SM: special function unit");
    use.issue = {0.02, 0.02, 0, 0, 0.01, 0, 0.95, 500, 1};
    CHECK(named(use) == "SM: too few warps");
}

TEST_CASE("the table names the limit, what sets it, and the way that leads to it") {
    PathUse use = waiting_for_memory();
    use.stage("L1").resources = {queue("miss queue", 0.6, "network")};
    use.stage("L2").resources = {entries("MSHRs", 0.97, 0.68)};
    std::ostringstream out;
    TableWriter table(out);
    write_limit(table, find_limit(use));
    CHECK(out.str() ==
          "Limited by L2: MSHRs, 97.0 % in use\n"
          "  4 (some.key); requests waited for it 68.0 % of the time\n"
          "  SM: LSU busy 92.0 % -> L1: miss queue full 60.0 % -> L2: MSHRs full 68.0 %\n");
}
