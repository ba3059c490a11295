// What the slice sends to memory, and what it does with the responses.
#include <algorithm>
#include <cstring>
#include <sstream>

#include "heddle/base/payload_bytes.h"
#include "heddle/l2_slice/l2_slice.h"

namespace heddle {

L2Line* L2Slice::make_access(tlm::tlm_command command, std::uint64_t line_address, Mask sectors) {
    const SectorGeometry& geometry = lookup_.sectors();
    const std::uint64_t address = line_address + geometry.first_byte(sectors);
    L2Line* access = pool_.acquire(command, address, geometry.range_bytes(sectors));
    access->owner = {address, nullptr, sectors};
    return access;
}

inline L2Line* L2Slice::make_fetch(const GpuAccess& cause, unsigned entry, Mask sectors) {
    L2Line* fetch = make_access(tlm::TLM_READ_COMMAND, lookup_.mshr().line(entry) * line_bytes, sectors);
    fetch->access.sm = cause.sm;
    fetch->access.cta = cause.cta;
    fetch->access.kernel = cause.kernel;
    fetch->access.birth = cause.birth;
    fetch->access.owner_tag = entry;
    return fetch;
}

// Over the range of the sectors; those in between that are not to be written are masked out.
L2Line* L2Slice::make_write(std::uint64_t line_address, Mask sectors, const std::uint8_t* line_data) {
    L2Line* write = make_access(tlm::TLM_WRITE_COMMAND, line_address, sectors);
    const unsigned first = write->offset_in_line(), bytes = write->get_data_length();
    write->access.kind = AccessKind::store;
    std::copy_n(line_data + first, bytes, write->data.begin());
    const unsigned size = lookup_.sectors().bytes();
    if (static_cast<unsigned>(__builtin_popcount(sectors)) * size != bytes) {
        write->use_byte_enables();
        for (unsigned byte = 0; byte < bytes; ++byte) {
            const bool enabled = sectors >> ((first + byte) / size) & 1;
            write->enables[byte] = enabled ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
        }
    }
    return write;
}

// The accesses to memory for these sectors, by visit(sectors); returns how many. Heddle's own memory takes any range
// inside a line. A foreign one may be a DRAM model that takes aligned powers of two only, and no byte enables.
template <class Visit>
inline unsigned L2Slice::for_each_access(Mask sectors, Visit visit) const {
    if (!memory_out.foreign_peer()) {
        visit(sectors);
        return 1;
    }
    unsigned count = 0;
    for (Mask rest = sectors; rest; ++count) {
        const Mask block = SectorGeometry::first_aligned_block(rest);
        visit(block);
        rest &= static_cast<Mask>(~block);
    }
    return count;
}

// Fetches and write-backs share one queue and memory keeps the order of accesses to a line, so a line that is fetched
// again arrives with what was written back before.
void L2Slice::send_fetch(Payload& cause, unsigned entry, Mask sectors, Cycle now) {
    const GpuAccess& access = gpu_access(cause);
    L2Line *first = nullptr, *last = nullptr;
    const bool foreign = memory_out.foreign_peer();
    const unsigned parts = for_each_access(foreign ? sectors : SectorGeometry::range(sectors), [&](Mask part) {
        L2Line* fetch = make_fetch(access, entry, part);
        (last ? last->owner.next : first) = fetch;
        last = fetch;
        ++fetches;
    });
    if (parts > 1) lookup_.fetch_in_parts(entry, parts);
    // Nobody reads or writes a line of which no sector is valid or has been stored to, so memory's bytes can be
    // received in its way. A foreign bus may buffer, and use the place of the bytes longer than the slice expects.
    const unsigned way = lookup_.mshr().way(entry);
    if (sectors == lookup_.sectors().all() && !foreign && !lookup_.tags().valid_sectors(way) &&
        !lookup_.tags().dirty(way))
        first->set_data_ptr(data_of(way));
    to_memory_.push(first, now + 1);
}

void L2Slice::send_writeback(std::uint64_t line_address, Mask sectors, const std::uint8_t* line_data, Cycle now) {
    L2Line *first = nullptr, *last = nullptr;
    for_each_access(sectors, [&](Mask part) {
        L2Line* write = make_write(line_address, part, line_data);
        (last ? last->owner.next : first) = write;
        last = write;
        open_writebacks_.push_back(write);
        ++writebacks;
        if (late_writes_.empty()) return;
        // Bytes that the newer write-back carries are late no more.
        write->for_each_run([&](unsigned offset, const std::uint8_t*, unsigned count) {
            late_writes_.forget(line_address, offset, count);
        });
    });
    to_memory_.push(first, now + 1);
}

bool L2Slice::take_memory_response(Cycle now) {
    auto& response = *static_cast<L2Line*>(memory_out.responses().head());
    if (response.is_write()) {
        take_writeback(response);
    } else {
        const unsigned entry = response.access.owner_tag;
        const bool last = lookup_.fetches_outstanding(entry) == 1;
        const bool answers = last || parameters_.sector_mshrs;
        if (answers && fill_responses_.room(now) < lookup_.mshr().waiters(entry).size()) return false;
        count_occupancy(now);
        take_fetch(response, entry);
        if (parameters_.sector_mshrs) answer_sectors(response, entry, now);
        if (last) finish_fetch(entry, now);
        show(fill_signal_, 1);
    }
    memory_out.responses().pop(now);
    response.release();
    return true;
}

inline void L2Slice::take_fetch(L2Line& fetch, unsigned entry) {
    if (!fetch.is_response_ok()) {
        lookup_.fetch_failed(entry, fetch.owner.sectors, fetch.get_response_status());
        ++memory_errors;
        return;
    }
    const unsigned way = lookup_.mshr().way(entry);
    std::uint8_t* const way_data = data_of(way);
    const Mask missing = lookup_.fetched(entry, fetch.owner.sectors);
    ++fills;
    if (fetch.get_data_ptr() != way_data) {
        const unsigned bytes = lookup_.sectors().bytes(), first = fetch.offset_in_line();
        for_each_sector(missing, [&](unsigned sector) {
            const std::uint8_t* const fetched = &fetch.data[sector * bytes - first];
            if (written_.any(way))
                complete(way, sector, fetched);
            else
                std::memcpy(way_data + sector * bytes, fetched, bytes);
        });
    }
    if (!late_writes_.empty()) apply_late(entry, missing);
}

// Some sectors have arrived: the requests that waited for them are executed.
[[gnu::always_inline]] inline void L2Slice::answer_sectors(const L2Line& fetch, unsigned entry, Cycle now) {
    const unsigned way = lookup_.mshr().way(entry);
    const Mask failed = fetch.is_response_ok() ? Mask{0} : fetch.owner.sectors;
    const auto sectors_of = [this](const L2Waiter& waiter) {
        return waiter.payload->is_read() ? touched(*waiter.payload) : describe(*waiter.payload).touched;
    };
    lookup_.answer(entry, failed, sectors_of, [&](const L2Waiter& waiter) {
        if (sectors_of(waiter) & failed)
            waiter.payload->set_response_status(fetch.get_response_status());
        else
            execute(*waiter.payload, way);
        answer(fill_responses_, waiter, now);
    });
}

// The last response has arrived: the waiting requests are executed in the order in which they came.
inline void L2Slice::finish_fetch(unsigned entry, Cycle now) {
    const Mshr<L2Waiter>& mshr = lookup_.mshr();
    const unsigned way = mshr.way(entry);
    const bool failed = lookup_.failed(entry);
    lookup_.end_reservation(entry);
    for (const L2Waiter& waiter : mshr.waiters(entry)) {
        if (failed)
            waiter.payload->set_response_status(static_cast<tlm::tlm_response_status>(lookup_.failed_status(entry)));
        else
            execute(*waiter.payload, way);
        answer(fill_responses_, waiter, now);
    }
    const std::uint64_t line_address = mshr.line(entry) * line_bytes;
    lookup_.release(entry);
    if (!late_writes_.empty()) settle_late(line_address);
}

void L2Slice::take_writeback(L2Line& writeback) {
    open_writebacks_.erase(std::find(open_writebacks_.begin(), open_writebacks_.end(), &writeback));
    if (!writeback.is_response_ok()) {
        ++memory_errors;
        ++rejected_writebacks_;
        // A cache command tells whoever gave it.
        if (!flushing_) report_lost(writeback.line_address(), writeback.get_response_status());
    }
    if (late_writes_.empty()) return;
    late_bytes_in_memory(writeback.line_address());
    settle_late(writeback.line_address());
}

// Whoever wrote the bytes got a response long ago, so nobody else can be told.
void L2Slice::report_lost(std::uint64_t line_address, tlm::tlm_response_status status) {
    Payload response;
    response.set_response_status(status);
    std::ostringstream message;
    message << name() << ": memory responds to the write-back of line 0x" << std::hex << line_address << " with "
            << response.get_response_string() << ": what was written to the line is not in memory";
    SC_REPORT_ERROR("/heddle/memory", message.str().c_str());
}

}  // namespace heddle
