// A filter may keep requests from the network: what the port does with each verdict.
#include "heddle/cluster_port/request_filter.h"

#include <catch2/catch.hpp>
#include <map>

#include "bench.h"

using namespace heddle_bench;

namespace {

// Merges whole-line loads while one to the line is outstanding, and answers loads of line 0x8000 itself.
class MergeLoads : public RequestFilter {
public:
    MergeLoads() { line_.fill(0x5a); }
    FilterVerdict on_request(const ClusterRequest& request, bool room) override {
        if (request.is_load && request.address == 0x8000) return {FilterVerdict::serve, line_.data()};
        const auto open = waiting_.find(request.address);
        if (request.is_load && open != waiting_.end()) {
            open->second.push_back(request);
            return {FilterVerdict::absorb, nullptr};
        }
        if (!room) return {FilterVerdict::wait, nullptr};
        if (request.is_load) waiting_[request.address];
        return {FilterVerdict::inject, nullptr};
    }
    void on_reply(const ClusterRequest& reply, const std::uint8_t*, std::vector<ClusterRequest>& served) override {
        const auto open = waiting_.find(reply.address);
        if (open == waiting_.end()) return;
        served.insert(served.end(), open->second.begin(), open->second.end());
        waiting_.erase(open);
    }

private:
    std::array<std::uint8_t, line_bytes> line_;
    std::map<std::uint64_t, std::vector<ClusterRequest>> waiting_;
};

}  // namespace

TEST_CASE("absorbed loads are served by one broadcast that takes the bus as long as a unicast") {
    Bench b({}, std::make_unique<MergeLoads>());
    for (unsigned core = 0; core < 4; ++core) b.cores[core]->script = {{1, Kind::read, 0x100, 128}};
    b.cores[4]->script = {{1, Kind::write, 0x200, 4}};
    b.memory.blocked_until = 4;  // the reply takes the bus in 6; the last of the four is absorbed in 5
    Payload preset;
    std::uint8_t byte = 0xc3;
    preset.set_command(tlm::TLM_WRITE_COMMAND);
    preset.set_address(0x100);
    preset.set_data_ptr(&byte);
    preset.set_data_length(1);
    preset.set_streaming_width(1);
    b.memory.serve_debug(preset, 0);
    CHECK(b.run() == 0);
    for (unsigned core = 0; core < 4; ++core) CHECK(b.cores[core]->done[0].first_byte == 0xc3);
    CHECK(b.addresses() == std::vector<std::uint64_t>{0x100, 0x200});
    CHECK(b.port.read_requests.value() == 4);
    CHECK(b.port.injected_requests.value() == 2);
    CHECK(b.port.responses.value() == 5);
    CHECK(b.port.bus_busy_cycles.value() == 3);
    for (unsigned core = 0; core < 4; ++core) CHECK(b.cores[core]->done[0].cycle == 8);
}

TEST_CASE("two absorbed loads of one core are delivered one after the other") {
    Bench b({}, std::make_unique<MergeLoads>());
    b.cores[0]->script = {{1, Kind::read, 0x100, 128}, {2, Kind::read, 0x100, 128}};
    CHECK(b.run() == 0);
    CHECK(b.cores[0]->done[0].cycle == 7);
    CHECK(b.cores[0]->done[1].cycle == 8);
    CHECK(b.port.bus_busy_cycles.value() == 3);
}

TEST_CASE("an answered load never reaches the network") {
    Bench b({}, std::make_unique<MergeLoads>());
    b.cores[1]->script = {{1, Kind::read, 0x8000, 128}};
    CHECK(b.run() == 0);
    CHECK(b.arrivals().empty());
    CHECK(b.cores[1]->done[0].ok);
    CHECK(b.cores[1]->done[0].first_byte == 0x5a);
    CHECK(b.cores[1]->done[0].cycle == 5);  // taken 2, on the bus 3 and 4
    CHECK(b.port.injected_requests.value() == 0);
}

TEST_CASE("a request that needs no room passes a full injection buffer") {
    ClusterPortParameters p;
    p.injection_buffer_packets = 1;
    Bench b(p, std::make_unique<MergeLoads>());
    b.memory.blocked_until = 200;
    b.cores[0]->script = {{1, Kind::read, 0x100, 128}};
    for (unsigned i = 0; i < 10; ++i) b.cores[1]->script.push_back({1, Kind::write, 0x1000 + i * 128, 4});
    b.cores[2]->script = {{50, Kind::read, 0x8000, 128}};
    b.cores[3]->script = {{50, Kind::read, 0x100, 128}};
    CHECK(b.run() == 0);
    CHECK(b.cores[2]->done[0].cycle == 54);
    CHECK(b.cores[3]->done[0].cycle == b.cores[0]->done[0].cycle);
    CHECK(b.arrivals().size() == 11);
}
