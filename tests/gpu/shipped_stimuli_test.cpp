// Every shipped micro stimulus gives its expected memory contents on the timed machine, protocol-clean on every
// binding.
#include "platform_run.h"
#include "shipped.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

void run_shipped(const std::string& name, const std::string& system) {
    CheckingBinder binder;
    const PlatformRun result =
        run_platform_named("gpu", {"--stimulus", shipped(name), "--system", system}, {&binder, {}, {}});
    INFO(result.text());
    CHECK(result.code == 0);
    CHECK(result.out.find("0 mismatches") != std::string::npos);
    check_bindings(binder);
}

}  // namespace

#define SHIPPED(name)                                         \
    TEST_CASE(name " gives its expected results on 4 SMs") {  \
        run_shipped(name, "small");                           \
    }                                                         \
    TEST_CASE(name " gives its expected results on 60 SMs") { \
        run_shipped(name, "baseline");                        \
    }

SHIPPED("vector_add_small")
SHIPPED("strided")
SHIPPED("divergent_column_walk_small")
SHIPPED("broadcast")
SHIPPED("pointer_chase")
SHIPPED("stencil")
SHIPPED("histogram")
SHIPPED("transpose")
SHIPPED("barrier_ping_pong")
SHIPPED("gemm32")
SHIPPED("compute_small")
