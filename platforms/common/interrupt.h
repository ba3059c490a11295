// What ends a run from outside: signals and a limit of host time. Both set the StopRequest that the run polls.
#pragma once

#include <csignal>
#include <ctime>
#include <string>

namespace heddle {

// A signal's action, until destruction. One that is ignored already stays so if `respect_ignored`: nohup.
class SignalAction {
public:
    SignalAction(int signal, void (*action)(int), bool respect_ignored);
    ~SignalAction();
    SignalAction(const SignalAction&) = delete;
    SignalAction& operator=(const SignalAction&) = delete;

private:
    const int signal_;
    struct sigaction before_ {};
};

// SIGINT, SIGTERM and SIGHUP ask the run to end. A further one has its default action: it ends the process at once.
// Writing to a pipe that nobody reads any more, or beyond the size that files may have (ulimit -f), is an error of the
// write, not the end of the process.
class InterruptWatch {
public:
    InterruptWatch();
    ~InterruptWatch();

private:
    SignalAction interrupt_, terminate_, hang_up_, pipe_, file_size_;
};

// Asks the run to end when so many seconds have passed since construction.
class TimeLimit {
public:
    explicit TimeLimit(double seconds);
    ~TimeLimit();
    TimeLimit(const TimeLimit&) = delete;
    TimeLimit& operator=(const TimeLimit&) = delete;

private:
    SignalAction alarm_;
    timer_t timer_{};
};

// "interrupted by SIGINT", "ended by --max-seconds"; for a reason of StopRequest.
std::string stop_message(int reason);
// 128 + signal, as shells have it; 1 for a time limit.
int stop_exit_code(int reason);

}  // namespace heddle
