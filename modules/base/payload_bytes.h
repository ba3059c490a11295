// Moving bytes between a payload and a piece of memory, honouring byte enables as TLM-2.0 defines them.
#pragma once

#include <cstdint>

#include "base/gpu_access.h"

namespace heddle {

// `memory` holds the bytes of [memory_address, ...); the payload's whole range lies inside it.
void read_into_payload(Payload& payload, const std::uint8_t* memory, std::uint64_t memory_address);
void write_from_payload(const Payload& payload, std::uint8_t* memory, std::uint64_t memory_address);

// The same for a piece that has only some of the payload's bytes: those they have in common are moved.
void read_overlap(Payload& payload, const std::uint8_t* memory, std::uint64_t memory_address, unsigned memory_bytes);
void write_overlap(const Payload& payload, std::uint8_t* memory, std::uint64_t memory_address, unsigned memory_bytes);

// True if a write sets every byte of [address, address + bytes).
bool writes_whole(const Payload& payload, std::uint64_t address, std::uint64_t bytes);

// What a cache or memory can serve as one access: at least one byte, inside one line, no streaming. If not, the
// response status says why.
bool is_servable(Payload& payload);

// Executes an atomic on memory: each enabled element is replaced by op(old, operand) and the payload gets the old
// value.
void perform_atomic(Payload& payload, std::uint8_t* memory, std::uint64_t memory_address);

}  // namespace heddle
