// The initiator sockets that a level leaves open for the level below it, in the order of the blocks they belong to.
#pragma once

#include <tlm>
#include <vector>

namespace heddle {

using OpenEnds = std::vector<tlm::tlm_initiator_socket<32>*>;

}  // namespace heddle
