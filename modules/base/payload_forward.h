// The TLM payload by name only, for plain C++ structures that keep pointers to payloads and never look inside.
#pragma once

namespace tlm {
class tlm_generic_payload;
}

namespace heddle {

using Payload = tlm::tlm_generic_payload;

}  // namespace heddle
