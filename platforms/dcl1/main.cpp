#include "heddle/platforms/dcl1/dcl1_spec.h"
#include "heddle/platforms/gpu/gpu_platform.h"

int sc_main(int argc, char* argv[]) {
    return heddle::run_gpu_platform(argc, argv, heddle::dcl1_spec());
}
