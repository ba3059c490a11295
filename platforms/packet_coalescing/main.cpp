#include "heddle/platforms/gpu/gpu_platform.h"
#include "heddle/platforms/packet_coalescing/packet_coalescing_spec.h"

int sc_main(int argc, char* argv[]) {
    return heddle::run_gpu_platform(argc, argv, heddle::packet_coalescing_spec());
}
