// libsystemc brings main(); Catch2 runs from sc_main. One case per process: SystemC elaborates once.
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#include <systemc>

int sc_main(int argc, char* argv[]) {
    sc_core::sc_set_time_resolution(1, sc_core::SC_FS);
    return Catch::Session().run(argc, argv);
}
