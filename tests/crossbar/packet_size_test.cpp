#include "heddle/crossbar/packet_size.h"

#include <catch2/catch.hpp>

#include "heddle/crossbar/crossbar_parameters.h"

using namespace heddle;

TEST_CASE("packet bytes follow the 8 B control convention") {
    const PacketSize size;
    CHECK(size.bytes(PacketType::read_request, 128) == 8);
    CHECK(size.bytes(PacketType::write_request, 32) == 40);
    CHECK(size.bytes(PacketType::atomic_request, 4) == 12);
    CHECK(size.bytes(PacketType::control_request, 128) == 8);
    CHECK(size.bytes(PacketType::read_reply, 128) == 136);
    CHECK(size.bytes(PacketType::write_ack, 128) == 8);
    CHECK(size.bytes(PacketType::atomic_reply, 128) == 136);
    CHECK(size.bytes(PacketType::control_reply, 128) == 8);
}

TEST_CASE("flits of a full line reply: 5 of 32 B, 3 of 64 B, 1 of 160 B") {
    CHECK(PacketSize{8, 32}.flits(PacketType::read_reply, 128) == 5);
    CHECK(PacketSize{8, 64}.flits(PacketType::read_reply, 128) == 3);
    CHECK(PacketSize{8, 160}.flits(PacketType::read_reply, 128) == 1);
}

TEST_CASE("flits are rounded up and never zero") {
    CHECK(PacketSize{8, 64}.flits(PacketType::write_request, 56) == 1);
    CHECK(PacketSize{8, 64}.flits(PacketType::write_request, 57) == 2);
    CHECK(PacketSize{0, 64}.flits(PacketType::read_request, 128) == 1);
    CHECK(PacketSize{0, 64}.flits(PacketType::read_reply, 128) == 2);
    CHECK(PacketSize{0, 64}.flits(PacketType::write_ack, 128) == 1);
}

TEST_CASE("each request has its reply") {
    CHECK(reply_to(PacketType::read_request) == PacketType::read_reply);
    CHECK(reply_to(PacketType::write_request) == PacketType::write_ack);
    CHECK(reply_to(PacketType::atomic_request) == PacketType::atomic_reply);
    CHECK(reply_to(PacketType::control_request) == PacketType::control_reply);
}

TEST_CASE("crossbar parameters name the key that is wrong") {
    const auto message = [](auto change) {
        CrossbarParameters parameters;
        change(parameters);
        try {
            parameters.validate("noc");
        } catch (const ParameterError& error) {
            return std::string(error.what());
        }
        return std::string("accepted");
    };
    CHECK(message([](CrossbarParameters&) {}) == "accepted");
    using Catch::StartsWith;
    CHECK_THAT(message([](auto& p) { p.inputs = 257; }), StartsWith("noc.inputs: "));
    CHECK_THAT(message([](auto& p) { p.outputs = 0; }), StartsWith("noc.outputs: "));
    CHECK_THAT(message([](auto& p) { p.flit_bytes = 0; }), StartsWith("noc.flit_bytes: "));
    CHECK_THAT(message([](auto& p) { p.input_buffer_flits = 2; }), StartsWith("noc.input_buffer_flits: is 2"));
    CHECK_THAT(message([](auto& p) { p.request_flit_bytes = 5000; }), StartsWith("noc.request_flit_bytes: "));
    CHECK_THAT(message([](auto& p) { p.request_flit_bytes = 8; }),
               StartsWith("noc.input_buffer_flits: is 16, must hold a packet with a full line: at least 17"));
    CHECK_THAT(message([](auto& p) { p.ejection_buffer_packets = 0; }), StartsWith("noc.ejection_buffer_packets: "));
    CHECK_THAT(message([](auto& p) { p.latency_cycles = 0; }), StartsWith("noc.latency_cycles: "));
    CHECK_THAT(message([](auto& p) { p.allocator = "isilp"; }), StartsWith("noc.allocator: is 'isilp'"));
    CHECK_THAT(message([](auto& p) { p.islip_iterations = 0; }), StartsWith("noc.islip_iterations: "));
    CHECK_THAT(message([](auto& p) { p.virtual_channels = 17; }), StartsWith("noc.virtual_channels: "));
    CHECK_THAT(message([](auto& p) { p.vc_buffer_flits = 8; }),
               StartsWith("noc.vc_buffer_flits: is 8, but noc.virtual_channels is 0"));
    CHECK_THAT(message([](auto& p) { p.input_speedup = 2; }),
               StartsWith("noc.input_speedup: is 2, but noc.virtual_channels is 0"));
}

TEST_CASE("crossbar parameters: what virtual channels replace must not look as if it counted") {
    const auto message = [](auto change) {
        CrossbarParameters parameters;
        parameters.virtual_channels = 4;
        change(parameters);
        try {
            parameters.validate("noc");
        } catch (const ParameterError& error) {
            return std::string(error.what());
        }
        return std::string("accepted");
    };
    using Catch::StartsWith;
    CHECK(message([](auto& p) { p.vc_buffer_flits = 1; }) == "accepted");
    CHECK(message([](auto& p) { p.flit_bytes = 1; }) == "accepted");  // packets may be longer than buffers
    CHECK_THAT(message([](auto& p) { p.vc_buffer_flits = 0; }), StartsWith("noc.vc_buffer_flits: "));
    CHECK_THAT(message([](auto& p) { p.input_buffer_flits = 64; }),
               StartsWith("noc.input_buffer_flits: is 64, but noc.virtual_channels is 4"));
    CHECK_THAT(message([](auto& p) { p.virtual_output_queues = false; }),
               StartsWith("noc.virtual_output_queues: is false, but noc.virtual_channels is 4"));
    CHECK_THAT(message([](auto& p) { p.allocator = "round_robin"; }),
               StartsWith("noc.allocator: is 'round_robin', but noc.virtual_channels is 4"));
    CHECK(message([](auto& p) { p.input_speedup = 4; }) == "accepted");
    CHECK_THAT(message([](auto& p) { p.input_speedup = 0; }), StartsWith("noc.input_speedup: "));
    CHECK_THAT(message([](auto& p) { p.input_speedup = 5; }), StartsWith("noc.input_speedup: "));
    const auto with_129_inputs = [](auto& p) {
        p.inputs = 129;
        p.input_speedup = 2;
    };
    CHECK_THAT(message(with_129_inputs), StartsWith("noc.input_speedup: is 2, too many for 129 ports"));
}
