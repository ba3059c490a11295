#include "warppool/warppool_platform.h"

int sc_main(int argc, char* argv[]) {
    heddle::use_femtosecond_resolution();
    heddle::WarpPoolPlatform platform;
    return heddle::run_platform(argc, argv, platform);
}
