#include <catch2/catch.hpp>
#include <cstring>
#include <limits>
#include <numeric>

#include "heddle/base/payload_bytes.h"
#include "heddle/base/payload_pool.h"

using namespace heddle;

namespace {

struct Fixture {
    Fixture() { std::iota(memory.begin(), memory.end(), 0); }
    LinePayload* make(tlm::tlm_command command, unsigned offset, unsigned bytes) {
        LinePayload* payload = pool.acquire(command, base + offset, bytes);
        payload->data.fill(0xee);
        return payload;
    }
    static constexpr std::uint64_t base = 0x4000;
    std::array<std::uint8_t, line_bytes> memory;
    PayloadPool<LinePayload> pool;
};

// One element through perform_atomic: {memory afterwards, value returned}.
template <class T>
std::pair<T, T> atomic(ElementType type, AtomicOp op, T old, T operand, T compare = {}) {
    Fixture f;
    LinePayload* payload = f.make(tlm::TLM_IGNORE_COMMAND, 8, sizeof(T));
    payload->access.kind = AccessKind::atomic;
    payload->access.atomic_op = op;
    payload->access.atomic_type = type;
    payload->access.compare = payload->compare.data();
    std::memcpy(payload->data.data(), &operand, sizeof(T));
    std::memcpy(payload->compare.data(), &compare, sizeof(T));
    std::memcpy(&f.memory[8], &old, sizeof(T));
    perform_atomic(*payload, f.memory.data(), Fixture::base);
    T after, returned;
    std::memcpy(&after, &f.memory[8], sizeof(T));
    std::memcpy(&returned, payload->data.data(), sizeof(T));
    CHECK(f.memory[7] == 7);
    CHECK(f.memory[8 + sizeof(T)] == 8 + sizeof(T));
    payload->release();
    CHECK(returned == old);
    return {after, returned};
}

template <class T>
T after(ElementType type, AtomicOp op, T old, T operand, T compare = {}) {
    return atomic<T>(type, op, old, operand, compare).first;
}

template <class T>
void check_integer_ops(ElementType type) {
    CHECK(after<T>(type, AtomicOp::add, 40, 2) == 42);
    CHECK(after<T>(type, AtomicOp::add, std::numeric_limits<T>::max(), 1) == std::numeric_limits<T>::min());
    CHECK(after<T>(type, AtomicOp::min, 5, 9) == 5);
    CHECK(after<T>(type, AtomicOp::min, 9, 5) == 5);
    CHECK(after<T>(type, AtomicOp::max, 5, 9) == 9);
    CHECK(after<T>(type, AtomicOp::max, 9, 5) == 9);
    CHECK(after<T>(type, AtomicOp::exch, 5, 9) == 9);
    CHECK(after<T>(type, AtomicOp::cas, 5, 9, 5) == 9);
    CHECK(after<T>(type, AtomicOp::cas, 5, 9, 6) == 5);
    CHECK(after<T>(type, AtomicOp::band, 0b1100, 0b1010) == 0b1000);
    CHECK(after<T>(type, AtomicOp::bor, 0b1100, 0b1010) == 0b1110);
    CHECK(after<T>(type, AtomicOp::bxor, 0b1100, 0b1010) == 0b0110);
}

template <class T>
void check_wrapping_ops(ElementType type) {
    // CUDA: atomicInc is old >= limit ? 0 : old + 1; atomicDec is old == 0 || old > limit ? limit : old - 1.
    CHECK(after<T>(type, AtomicOp::inc, 3, 10) == 4);
    CHECK(after<T>(type, AtomicOp::inc, 10, 10) == 0);
    CHECK(after<T>(type, AtomicOp::inc, 11, 10) == 0);
    CHECK(after<T>(type, AtomicOp::dec, 3, 10) == 2);
    CHECK(after<T>(type, AtomicOp::dec, 0, 10) == 10);
    CHECK(after<T>(type, AtomicOp::dec, 11, 10) == 10);
}

}  // namespace

TEST_CASE("payload bytes: plain reads and writes move exactly their range") {
    Fixture f;
    LinePayload* read = f.make(tlm::TLM_READ_COMMAND, 5, 20);
    read_into_payload(*read, f.memory.data(), Fixture::base);
    for (unsigned i = 0; i < 20; ++i) CHECK(read->data[i] == 5 + i);
    CHECK(read->data[20] == 0xee);
    LinePayload* write = f.make(tlm::TLM_WRITE_COMMAND, 100, 28);
    write_from_payload(*write, f.memory.data(), Fixture::base);
    CHECK(f.memory[99] == 99);
    for (unsigned i = 100; i < 128; ++i) CHECK(f.memory[i] == 0xee);
    read->release();
    write->release();
}

TEST_CASE("payload bytes: byte enables, also a pattern shorter than the data") {
    Fixture f;
    LinePayload* payload = f.make(tlm::TLM_WRITE_COMMAND, 0, 64);
    std::array<std::uint8_t, 3> pattern{TLM_BYTE_ENABLED, TLM_BYTE_DISABLED, TLM_BYTE_DISABLED};
    payload->set_byte_enable_ptr(pattern.data());
    payload->set_byte_enable_length(3);
    write_from_payload(*payload, f.memory.data(), Fixture::base);
    for (unsigned i = 0; i < 128; ++i) CHECK(f.memory[i] == (i < 64 && i % 3 == 0 ? 0xee : i));
    payload->set_command(tlm::TLM_READ_COMMAND);
    payload->data.fill(0x55);
    read_into_payload(*payload, f.memory.data(), Fixture::base);
    for (unsigned i = 0; i < 64; ++i) CHECK(payload->data[i] == (i % 3 == 0 ? 0xee : 0x55));
    payload->release();
}

TEST_CASE("payload bytes: the last line of the address space, whose end is 0") {
    Fixture f;
    constexpr std::uint64_t last_line = ~std::uint64_t{0} - 127;
    LinePayload* payload = f.make(tlm::TLM_READ_COMMAND, 0, 4);
    payload->set_address(last_line + 124);
    read_overlap(*payload, f.memory.data(), last_line, 128);
    for (unsigned i = 0; i < 4; ++i) CHECK(payload->data[i] == 124 + i);
    payload->set_command(tlm::TLM_WRITE_COMMAND);
    payload->data.fill(0xee);
    CHECK(writes_whole(*payload, last_line + 124, 4));
    CHECK_FALSE(writes_whole(*payload, last_line + 120, 4));
    std::array<std::uint8_t, 2> pattern{TLM_BYTE_ENABLED, TLM_BYTE_DISABLED};
    payload->set_byte_enable_ptr(pattern.data());
    payload->set_byte_enable_length(2);
    write_overlap(*payload, f.memory.data(), last_line, 128);
    for (unsigned i = 120; i < 128; ++i) CHECK(f.memory[i] == (i >= 124 && i % 2 == 0 ? 0xee : i));
    payload->release();
}

TEST_CASE("payload bytes: when a write sets a whole piece") {
    Fixture f;
    LinePayload* payload = f.make(tlm::TLM_WRITE_COMMAND, 32, 64);
    const std::uint64_t base = Fixture::base;
    CHECK(writes_whole(*payload, base + 32, 64));
    CHECK(writes_whole(*payload, base + 64, 32));
    CHECK_FALSE(writes_whole(*payload, base + 31, 32));
    CHECK_FALSE(writes_whole(*payload, base + 64, 33));
    CHECK_FALSE(writes_whole(*payload, base, 128));
    payload->enables.fill(TLM_BYTE_ENABLED);
    payload->use_byte_enables();
    CHECK(writes_whole(*payload, base + 32, 64));
    payload->enables[40] = TLM_BYTE_DISABLED;  // byte 72 of the line
    CHECK_FALSE(writes_whole(*payload, base + 64, 32));
    CHECK(writes_whole(*payload, base + 32, 32));
    payload->set_byte_enable_length(4);  // the first four repeat: all set
    CHECK(writes_whole(*payload, base + 32, 64));
    payload->enables[3] = TLM_BYTE_DISABLED;
    CHECK_FALSE(writes_whole(*payload, base + 32, 64));
    payload->release();
}

TEST_CASE("payload bytes: what cannot be served says why") {
    Fixture f;
    LinePayload* payload = f.make(tlm::TLM_READ_COMMAND, 0, 128);
    CHECK(is_servable(*payload));
    CHECK(payload->get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE);
    SECTION("crosses a line") {
        payload->set_address(Fixture::base + 1);
        CHECK_FALSE(is_servable(*payload));
        CHECK(payload->get_response_status() == tlm::TLM_BURST_ERROR_RESPONSE);
    }
    SECTION("has no bytes") {
        payload->set_data_length(0);
        CHECK_FALSE(is_servable(*payload));
        CHECK(payload->get_response_status() == tlm::TLM_BURST_ERROR_RESPONSE);
    }
    SECTION("streams") {
        payload->set_streaming_width(4);
        CHECK_FALSE(is_servable(*payload));
        CHECK(payload->get_response_status() == tlm::TLM_BURST_ERROR_RESPONSE);
    }
    SECTION("has byte enables of no length") {
        payload->set_byte_enable_ptr(payload->enables.data());
        CHECK_FALSE(is_servable(*payload));
        CHECK(payload->get_response_status() == tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    }
    payload->release();
}

TEST_CASE("atomics: every operation on every integer type") {
    check_integer_ops<std::uint32_t>(ElementType::u32);
    check_integer_ops<std::int32_t>(ElementType::s32);
    check_integer_ops<std::uint64_t>(ElementType::u64);
    check_integer_ops<std::int64_t>(ElementType::s64);
    check_wrapping_ops<std::uint32_t>(ElementType::u32);
    check_wrapping_ops<std::uint64_t>(ElementType::u64);
}

TEST_CASE("atomics: signed and unsigned compare differently") {
    CHECK(after<std::int32_t>(ElementType::s32, AtomicOp::min, -1, 1) == -1);
    CHECK(after<std::uint32_t>(ElementType::u32, AtomicOp::min, 0xffffffffu, 1) == 1);
    CHECK(after<std::int64_t>(ElementType::s64, AtomicOp::max, -1, 1) == 1);
    CHECK(after<std::uint64_t>(ElementType::u64, AtomicOp::max, ~0ull, 1) == ~0ull);
}

TEST_CASE("atomics: floating point") {
    CHECK(after<float>(ElementType::f32, AtomicOp::add, 1.5f, 2.25f) == 3.75f);
    CHECK(after<double>(ElementType::f64, AtomicOp::add, 1.5, 1e-12) == 1.5 + 1e-12);
    CHECK(after<float>(ElementType::f32, AtomicOp::min, -2.f, 3.f) == -2.f);
    CHECK(after<double>(ElementType::f64, AtomicOp::max, -2., 3.) == 3.);
    CHECK(after<float>(ElementType::f32, AtomicOp::exch, -2.f, 3.f) == 3.f);
}

TEST_CASE("atomics: only enabled elements of a line are touched") {
    Fixture f;
    f.memory.fill(0);
    LinePayload* payload = f.make(tlm::TLM_IGNORE_COMMAND, 0, line_bytes);
    payload->access.kind = AccessKind::atomic;
    payload->use_byte_enables();
    for (unsigned word = 0; word < 32; ++word) {
        const std::uint32_t operand = 100 + word;
        std::memcpy(&payload->data[word * 4], &operand, 4);
        std::memset(&payload->enables[word * 4], word % 5 ? TLM_BYTE_DISABLED : TLM_BYTE_ENABLED, 4);
    }
    perform_atomic(*payload, f.memory.data(), Fixture::base);
    for (unsigned word = 0; word < 32; ++word) {
        std::uint32_t in_memory, in_payload;
        std::memcpy(&in_memory, &f.memory[word * 4], 4);
        std::memcpy(&in_payload, &payload->data[word * 4], 4);
        CHECK(in_memory == (word % 5 ? 0 : 100 + word));
        CHECK(in_payload == (word % 5 ? 100 + word : 0));
    }
    payload->release();
}
