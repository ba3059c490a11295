// A program that a test starts beside itself, to signal it or to look at its exit code: build/bin/gpu and the like.
#pragma once

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace heddle::testing {

inline std::string content_of(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

class ChildProcess {
public:
    // `program` is one of build/bin. Its standard output goes to the file `out`, its errors to `err`; `before` is
    // called in the child before the program begins.
    ChildProcess(
        const std::string& program, const std::vector<std::string>& arguments, const std::string& out,
        const std::string& err, const std::function<void()>& before = [] {}) {
        const std::string path = std::string(HEDDLE_BINARY_DIR) + "/bin/" + program;
        std::vector<char*> argv{const_cast<char*>(path.c_str())};
        for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
        argv.push_back(nullptr);
        child_ = fork();
        REQUIRE(child_ >= 0);
        if (child_ == 0) {
            put(out, STDOUT_FILENO);
            put(err, STDERR_FILENO);
            // Catch2 has handlers, which execv() turns into the default; what is ignored would stay so.
            before();
            execv(path.c_str(), argv.data());
            _exit(127);
        }
    }
    ~ChildProcess() {
        if (child_ <= 0) return;
        ::kill(child_, SIGKILL);
        waitpid(child_, nullptr, 0);
    }
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    void signal(int number) const { REQUIRE(::kill(child_, number) == 0); }
    // A signal that comes before the program has a handler of its own would end it in its place.
    void wait_until_it_catches(int signal) const {
        wait_for([&] { return is_in_set("SigCgt:", signal); });
    }
    // Signals that are alike and not yet delivered count as one.
    void wait_until_delivered(int signal) const {
        wait_for([&] { return !is_in_set("ShdPnd:", signal); });
    }
    // Waits until `condition` holds, for a minute at most.
    static void wait_for(const std::function<bool()>& condition) {
        for (unsigned i = 0; i < 6000 && !condition(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
        REQUIRE(condition());
    }
    // The exit code, or minus the signal that ended it. The test fails if it takes more than a minute.
    int wait() {
        int status = 0;
        wait_for([&] {
            if (child_ > 0 && waitpid(child_, &status, WNOHANG) == child_) child_ = 0;
            return child_ == 0;
        });
        return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
    }

private:
    static void put(const std::string& file, int descriptor) {
        const int opened = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
        if (opened < 0 || dup2(opened, descriptor) < 0) _exit(126);
        close(opened);
    }

    // One of the sets of signals that the kernel shows of a process.
    bool is_in_set(const std::string& name, int signal) const {
        std::ifstream status("/proc/" + std::to_string(child_) + "/status");
        std::string word;
        while (status >> word && word != name) continue;
        status >> word;
        return std::stoull("0" + word, nullptr, 16) >> (signal - 1) & 1;
    }

    pid_t child_ = 0;
};

}  // namespace heddle::testing
