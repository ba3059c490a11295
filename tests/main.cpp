// libsystemc brings main(); Catch2 runs from sc_main. One case per process: SystemC elaborates once. Each process works
// in a folder of its own, so that cases which run at the same time may give their files the same name.
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#include <systemc>

#include "scratch_folder.h"

int sc_main(int argc, char* argv[]) {
    sc_core::sc_set_time_resolution(1, sc_core::SC_FS);
    const heddle::testing::ScratchFolder folder;
    std::filesystem::current_path(folder.path());
    return Catch::Session().run(argc, argv);
}
