// Blocking and debug transport. They find the bytes where timed traffic left them, and change no state that timed
// traffic in flight depends on: reads do not allocate, writes go to every copy and to memory.
#include <algorithm>
#include <cstring>

#include "heddle/base/payload_bytes.h"
#include "heddle/l2_slice/l2_slice.h"

namespace heddle {
namespace {

// Calls part(address, data, count) for the pieces of the payload inside each line.
template <class Part>
void for_each_line(Payload& payload, Part part) {
    const std::uint64_t end = payload.get_address() + payload.get_data_length();
    std::uint8_t* data = payload.get_data_ptr();
    for (std::uint64_t address = payload.get_address(); address != end;) {
        const std::uint64_t rest_of_line = line_bytes - address % line_bytes;
        const auto count = static_cast<unsigned>(std::min<std::uint64_t>(rest_of_line, end - address));
        part(address, data, count);
        address += count;
        data += count;
    }
}

}  // namespace

unsigned L2Slice::way_of(std::uint64_t line_address) const {
    return lookup_.tags().find(line_address / line_bytes, set_of(line_address));
}

// A fetch or write-back of the line is outstanding.
bool L2Slice::in_flight(std::uint64_t line_address, unsigned way) const {
    if (way != L2Lookup::none && lookup_.tags().reserved(way)) return true;
    return std::any_of(open_writebacks_.begin(), open_writebacks_.end(),
                       [&](const LinePayload* writeback) { return line_of(writeback->get_address()) == line_address; });
}

// What is newer than memory's bytes: write-backs in flight, then late writes, then what the cache holds.
void L2Slice::overlay_newer(std::uint64_t line_address, std::uint8_t* line_data) const {
    for (const LinePayload* writeback : open_writebacks_)
        if (line_of(writeback->get_address()) == line_address) write_from_payload(*writeback, line_data, line_address);
    late_writes_.apply(line_address, line_data);
    const unsigned way = way_of(line_address);
    if (way == L2Lookup::none) return;
    const unsigned bytes = lookup_.sectors().bytes();
    for_each_sector(lookup_.tags().valid_sectors(way), [&](unsigned sector) {
        std::memcpy(line_data + sector * bytes, data_of(way) + sector * bytes, bytes);
    });
}

void L2Slice::read_line(std::uint64_t line_address, std::uint8_t* line_data) {
    LinePayload* read = pool_.acquire(tlm::TLM_READ_COMMAND, line_address, line_bytes);
    read->data.fill(0);
    memory_out->transport_dbg(*read);
    std::memcpy(line_data, read->data.data(), line_bytes);
    read->release();
    overlay_newer(line_address, line_data);
}

void L2Slice::write_memory(std::uint64_t address, const std::uint8_t* bytes, unsigned count) {
    LinePayload* write = pool_.acquire(tlm::TLM_WRITE_COMMAND, address, count);
    write->set_data_ptr(const_cast<std::uint8_t*>(bytes));  // a target does not change the data of a write
    memory_out->transport_dbg(*write);
    write->release();
}

void L2Slice::write_bytes(std::uint64_t address, const std::uint8_t* bytes, unsigned count) {
    const std::uint64_t line_address = line_of(address);
    const unsigned way = way_of(line_address);
    // In sectors that are not valid the bytes do no harm: they are overwritten before they become valid.
    if (way != L2Lookup::none) std::memcpy(data_of(way) + (address - line_address), bytes, count);
    if (in_flight(line_address, way)) late_writes_.add(address, bytes, count);
    write_memory(address, bytes, count);
}

unsigned L2Slice::serve_debug(Payload& payload, unsigned) {
    if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) return 0;
    for_each_line(payload, [&](std::uint64_t address, std::uint8_t* data, unsigned count) {
        if (payload.is_write()) {
            write_bytes(address, data, count);
            return;
        }
        std::array<std::uint8_t, line_bytes> line;
        read_line(line_of(address), line.data());
        std::memcpy(data, line.data() + address % line_bytes, count);
    });
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    return payload.get_data_length();
}

void L2Slice::serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned) {
    delay += domain().period() * static_cast<double>(parameters_.latency_cycles);
    if (moves_nothing(payload)) {
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
        return;
    }
    if (!is_servable(payload)) return;
    if (payload.is_read())
        blocking_read(payload, delay);
    else
        blocking_write(payload);
}

void L2Slice::blocking_read(Payload& payload, sc_core::sc_time& delay) {
    const std::uint64_t line_address = line_of(payload.get_address());
    const unsigned way = way_of(line_address);
    const Mask asked = touched(payload);
    if (way != L2Lookup::none && lookup_.tags().has(way, asked)) {
        count(payload, CacheOutcome::hit, 0);
        read_into_payload(payload, data_of(way), line_address);
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
        return;
    }
    count(payload, CacheOutcome::miss, lookup_.absent(describe(payload)));
    LinePayload* read = pool_.acquire(tlm::TLM_READ_COMMAND, line_address + lookup_.sectors().first_byte(asked),
                                      lookup_.sectors().range_bytes(asked));
    memory_out->b_transport(*read, delay);
    payload.set_response_status(read->get_response_status());
    std::array<std::uint8_t, line_bytes> line;
    std::memcpy(line.data() + (read->get_address() - line_address), read->data.data(), read->get_data_length());
    overlay_newer(line_address, line.data());
    if (read->is_response_ok()) read_into_payload(payload, line.data(), line_address);
    read->release();
}

// Writes and atomics: memory is updated without its timing, as a write-back cache would much later.
void L2Slice::blocking_write(Payload& payload) {
    const std::uint64_t address = payload.get_address(), line_address = line_of(address);
    const unsigned way = way_of(line_address);
    count(payload, way != L2Lookup::none && lookup_.tags().valid(way) ? CacheOutcome::hit : CacheOutcome::miss,
          lookup_.absent(describe(payload)));
    std::array<std::uint8_t, line_bytes> line;
    read_line(line_address, line.data());
    if (payload.is_write())
        write_from_payload(payload, line.data(), line_address);
    else
        perform_atomic(payload, line.data(), line_address);
    write_bytes(address, line.data() + (address - line_address), payload.get_data_length());
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
}

}  // namespace heddle
