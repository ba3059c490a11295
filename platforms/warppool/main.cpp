#include "heddle/platforms/gpu/gpu_platform.h"
#include "heddle/platforms/warppool/warppool_spec.h"

int sc_main(int argc, char* argv[]) {
    return heddle::run_gpu_platform(argc, argv, heddle::warppool_spec());
}
