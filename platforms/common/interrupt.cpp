#include "heddle/platforms/common/interrupt.h"

#include <cerrno>
#include <cmath>
#include <cstring>
#include <system_error>

#include "heddle/base/stop_request.h"

namespace heddle {

namespace {

void request_stop(int signal) {
    if (StopRequest::set(signal)) return;
    const int saved = errno;
    struct sigaction action {};
    action.sa_handler = SIG_DFL;
    sigaction(signal, &action, nullptr);
    raise(signal);  // it arrives when this handler has returned
    errno = saved;
}

void request_stop_for_time(int) {
    StopRequest::set(StopRequest::time_limit);
}

itimerspec expiry(double seconds) {
    // Repeated, because a signal that comes just before a blocking call does not interrupt it.
    constexpr long repeat_nanoseconds = 250000000;
    const double whole = std::floor(seconds);
    itimerspec result{};
    result.it_value.tv_sec = static_cast<time_t>(whole);
    result.it_value.tv_nsec = static_cast<long>((seconds - whole) * 1e9);
    if (result.it_value.tv_sec == 0 && result.it_value.tv_nsec == 0) result.it_value.tv_nsec = 1;  // 0 disarms
    result.it_interval.tv_nsec = repeat_nanoseconds;
    return result;
}

}  // namespace

// System calls are not restarted: an open() that waits for the other end of a FIFO must give up.
SignalAction::SignalAction(int signal, void (*action)(int), bool respect_ignored) : signal_(signal) {
    sigaction(signal, nullptr, &before_);
    if (respect_ignored && before_.sa_handler == SIG_IGN) return;
    struct sigaction wanted {};
    wanted.sa_handler = action;
    sigemptyset(&wanted.sa_mask);
    sigaction(signal, &wanted, nullptr);
}

SignalAction::~SignalAction() {
    sigaction(signal_, &before_, nullptr);
}

InterruptWatch::InterruptWatch()
    : interrupt_(SIGINT, request_stop, true),
      terminate_(SIGTERM, request_stop, true),
      hang_up_(SIGHUP, request_stop, true),
      pipe_(SIGPIPE, SIG_IGN, true),
      file_size_(SIGXFSZ, SIG_IGN, true) {
    StopRequest::clear();
}

InterruptWatch::~InterruptWatch() {
    StopRequest::clear();
}

TimeLimit::TimeLimit(double seconds) : alarm_(SIGALRM, request_stop_for_time, false) {
    sigevent event{};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGALRM;
    const itimerspec when = expiry(seconds);
    if (timer_create(CLOCK_MONOTONIC, &event, &timer_) != 0 || timer_settime(timer_, 0, &when, nullptr) != 0)
        throw std::system_error(errno, std::generic_category(), "--max-seconds: no timer");
}

TimeLimit::~TimeLimit() {
    timer_delete(timer_);
}

std::string stop_message(int reason) {
    if (reason == StopRequest::time_limit) return "ended by --max-seconds";
    const char* name = sigabbrev_np(reason);
    return "interrupted by " + (name ? "SIG" + std::string(name) : "signal " + std::to_string(reason));
}

int stop_exit_code(int reason) {
    return reason == StopRequest::time_limit ? 1 : 128 + reason;
}

}  // namespace heddle
