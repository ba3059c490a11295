// A simulation in a process of its own, because SystemC elaborates once per process.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <type_traits>

namespace heddle {

// What run() returns comes back as bytes. Checks belong to the caller: the child's would not be reported.
template <class Run>
auto in_child(Run run) {
    using Result = decltype(run());
    static_assert(std::is_trivially_copyable_v<Result>);
    int channel[2];
    REQUIRE(pipe(channel) == 0);
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        const Result result = run();
        _exit(write(channel[1], &result, sizeof result) == sizeof result ? 0 : 1);
    }
    close(channel[1]);
    Result result{};
    CHECK(read(channel[0], &result, sizeof result) == sizeof result);
    close(channel[0]);
    int status = 0;
    waitpid(child, &status, 0);
    CHECK(status == 0);
    return result;
}

}  // namespace heddle
