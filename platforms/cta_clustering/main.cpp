#include "heddle/platforms/cta_clustering/cta_clustering_spec.h"
#include "heddle/platforms/gpu/gpu_platform.h"

int sc_main(int argc, char* argv[]) {
    return heddle::run_gpu_platform(argc, argv, heddle::cta_clustering_spec());
}
