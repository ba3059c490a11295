// The socket contract: any legal initiator before a mesh, any legal memory behind it.
#include <catch2/catch.hpp>

#include "contract/background_traffic.h"
#include "kit/socket_contract.h"
#include "mesh_router/memory_mesh.h"

using namespace heddle;

namespace {

struct MeshDevice : ContractDevice {
    MeshDevice(ClockDomain& clock, unsigned vcs, const char* hold) : mesh(clock, options(vcs, hold), binder) {
        for (std::size_t i = 1; i < mesh.initiators.size(); ++i)
            background.attach(clock, mesh.initiators[i]->request_in);
    }
    static MemoryMeshOptions options(unsigned vcs, const char* hold) {
        MemoryMeshOptions options;
        options.router.vcs = vcs;
        options.router.buffer_flits = 4;
        options.interface.interface_packets = 2;
        options.coalescing.hold = hold;
        return options;
    }
    tlm::tlm_target_socket<32>& socket() override { return mesh.initiators[0]->request_in; }
    std::vector<tlm::tlm_initiator_socket<32>*> memory_sockets() override {
        std::vector<tlm::tlm_initiator_socket<32>*> sockets;
        for (const auto& target : mesh.targets) sockets.push_back(&target->memory_out);
        return sockets;
    }
    std::size_t live_payloads() const override { return mesh.in_flight(); }
    std::string problems() override { return background.problems(); }
    Binder binder;
    MemoryMesh mesh;
    BackgroundTraffic background;
};

std::unique_ptr<ContractDevice> plain_mesh(ClockDomain& clock) {
    return std::make_unique<MeshDevice>(clock, 1, "none");
}
std::unique_ptr<ContractDevice> merging_mesh(ClockDomain& clock) {
    return std::make_unique<MeshDevice>(clock, 2, "dynamic");
}

}  // namespace

HEDDLE_SOCKET_CONTRACT("mesh", plain_mesh)
HEDDLE_SOCKET_CONTRACT("merging mesh", merging_mesh)
