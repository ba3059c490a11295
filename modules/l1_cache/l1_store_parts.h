// Stores that go to the L2 as a request for each sector: a store gets its response with the last acknowledgement.
#pragma once

#include <algorithm>
#include <array>

#include "heddle/base/payload_pool.h"
#include "heddle/cache/sectors.h"
#include "heddle/l1_cache/l1_splits.h"

namespace heddle {

class L1StoreParts {
public:
    bool empty() const { return pool_.live() == 0; }

    // Calls visit(part) for each of the sectors, the lowest first. The parts use the store's bytes.
    template <class Visit>
    void split(Payload& store, SectorGeometry::Mask sectors, Visit visit) {
        const unsigned split = splits_.open(count_sectors(sectors));
        for_each_sector(sectors, [&](unsigned sector) {
            Part* part = make_part(store, sector);
            part->store = &store;
            part->split = split;
            visit(part);
        });
    }

    static Payload* store_of(Payload& part) { return static_cast<Part&>(part).store; }
    // Takes the response to a part. True with the last part of its store, which then has its response status.
    [[nodiscard]] bool acknowledged(Payload* response) {
        auto* part = static_cast<Part*>(response);
        Payload* store = part->store;
        int status = part->get_response_status();
        const bool last = splits_.block_arrived(part->split, status, !part->is_response_ok());
        part->release();
        if (last) store->set_response_status(static_cast<tlm::tlm_response_status>(status));
        return last;
    }

private:
    struct Part : PooledPayload {
        using PooledPayload::PooledPayload;
        void renew() {}
        Payload* store = nullptr;
        unsigned split = 0;
        std::array<std::uint8_t, sector_bytes> enables;
    };

    Part* make_part(Payload& store, unsigned sector) {
        const std::uint64_t address = store.get_address();
        const std::uint64_t first = line_of(address) + sector * sector_bytes, begin = std::max(address, first);
        const std::uint64_t end = std::min(address + store.get_data_length(), first + sector_bytes);
        const auto offset = static_cast<unsigned>(begin - address), bytes = static_cast<unsigned>(end - begin);
        Part* part = pool_.acquire(tlm::TLM_WRITE_COMMAND, begin, bytes);
        part->set_data_ptr(store.get_data_ptr() + offset);
        part->access = gpu_access(store);
        part->access.route.clear();
        part->access.word_mask &= 0xffu << sector * 8;
        if (const unsigned char* enables = store.get_byte_enable_ptr()) {
            for (unsigned byte = 0; byte < bytes; ++byte)
                part->enables[byte] = enables[(offset + byte) % store.get_byte_enable_length()];
            part->set_byte_enable_ptr(part->enables.data());
            part->set_byte_enable_length(bytes);
        }
        return part;
    }

    PayloadPool<Part> pool_;
    L1Splits splits_;
};

}  // namespace heddle
