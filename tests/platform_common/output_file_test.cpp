// What becomes of the place an output is aimed at: regular files, links, devices, FIFOs, full disks.
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <thread>

#include "child_process.h"
#include "heddle/base/error.h"
#include "heddle/platforms/common/output_file.h"
#include "scratch_folder.h"

using namespace heddle;
using testing::content_of;
using testing::ScratchFolder;
namespace fs = std::filesystem;

namespace {

void write(const std::string& path, const std::string& text) {
    OutputFile file(path);
    file.stream() << text;
    file.finish();
}

void put(const std::string& path, const std::string& text) {
    std::ofstream(path) << text;
}

std::string failure_of(const std::string& path, const std::string& text = "x") {
    try {
        write(path, text);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

std::size_t files_in(const ScratchFolder& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()));
}

}  // namespace

TEST_CASE("a regular file appears when it is finished, and keeps its mode") {
    const ScratchFolder folder;
    const std::string path = folder / "out";
    put(path, "old");
    fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
    {
        OutputFile file(path);
        file.stream() << std::string(1 << 20, 'n') << std::flush;
        CHECK(content_of(path) == "old");
        file.finish();
    }
    CHECK(content_of(path) == std::string(1 << 20, 'n'));
    CHECK(fs::status(path).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
    CHECK(files_in(folder) == 1);
}

TEST_CASE("what is not finished leaves the old file and nothing else") {
    const ScratchFolder folder;
    put(folder / "out", "old");
    { OutputFile(folder / "out").stream() << "new"; }
    CHECK(content_of(folder / "out") == "old");
    CHECK(files_in(folder) == 1);
}

TEST_CASE("the rest of an earlier run is taken away, anything else by that name is not") {
    const ScratchFolder folder;
    put(folder / "out.part", "rest");
    write(folder / "out", "new");
    CHECK(content_of(folder / "out") == "new");
    CHECK(files_in(folder) == 1);
    fs::create_directory(folder / "out.part");
    CHECK(failure_of(folder / "out") ==
          (folder / "out") + ": cannot be written (" + (folder / "out.part") + " is in the way)");
    CHECK(content_of(folder / "out") == "new");
}

TEST_CASE("a symbolic link is followed, also to nothing") {
    const ScratchFolder folder;
    fs::create_directory(folder / "inner");
    put(folder / "inner/there", "old");
    fs::create_symlink("inner/there", folder / "link");
    fs::create_symlink("inner/new", folder / "dangling");
    fs::create_symlink(folder / "dangling", folder / "dangling_twice");
    write(folder / "link", "one");
    write(folder / "dangling_twice", "two");
    CHECK(fs::is_symlink(folder / "link"));
    CHECK(fs::is_symlink(folder / "dangling"));
    CHECK(fs::is_symlink(folder / "dangling_twice"));
    CHECK(content_of(folder / "inner/there") == "one");
    CHECK(content_of(folder / "inner/new") == "two");
    CHECK(fs::is_regular_file(fs::symlink_status(folder / "inner/new")));
    CHECK(files_in(folder) == 4);
}

TEST_CASE("links in a circle and places that cannot be written are refused with the reason") {
    const ScratchFolder folder;
    fs::create_symlink("b", folder / "a");
    fs::create_symlink("a", folder / "b");
    CHECK(failure_of(folder / "a") == (folder / "a") + ": cannot be written (Too many levels of symbolic links)");
    CHECK(failure_of(folder / "no/such") == (folder / "no/such") + ": cannot be written (No such file or directory)");
    CHECK(failure_of(folder.path()) == folder.path().string() + ": cannot be written (Is a directory)");
    put(folder / "file", "old");
    CHECK(failure_of(folder / "file/x") == (folder / "file/x") + ": cannot be written (Not a directory)");
    if (geteuid() != 0) {  // root may write everything
        fs::permissions(folder / "file", fs::perms::owner_read);
        CHECK(failure_of(folder / "file") == (folder / "file") + ": cannot be written (Permission denied)");
    }
    CHECK(content_of(folder / "file") == "old");
}

TEST_CASE("a FIFO is written to and stays") {
    const ScratchFolder folder;
    const std::string path = folder / "fifo";
    REQUIRE(mkfifo(path.c_str(), 0600) == 0);
    std::string read;
    std::thread reader([&] { read = content_of(path); });
    write(path, std::string(1 << 18, 'f'));
    reader.join();
    CHECK(read == std::string(1 << 18, 'f'));
    CHECK(fs::is_fifo(path));
    CHECK(files_in(folder) == 1);
}

TEST_CASE("a device is written to and stays, its errors are told") {
    struct stat found {};
    REQUIRE(stat("/dev/full", &found) == 0);
    CHECK(failure_of("/dev/full") == "/dev/full: cannot be written (No space left on device)");
    REQUIRE(stat("/dev/full", &found) == 0);
    CHECK(S_ISCHR(found.st_mode));

    const ScratchFolder folder;
    const std::string path = folder / "null";
    if (mknod(path.c_str(), S_IFCHR | 0666, makedev(1, 3)) != 0) {
        WARN("this machine forbids making a device: only /dev/full was looked at");
        return;
    }
    const std::string failure = failure_of(path);
    if (failure.find("Permission denied") != std::string::npos)
        WARN("this machine forbids opening a device outside /dev");
    else
        CHECK(failure.empty());
    REQUIRE(stat(path.c_str(), &found) == 0);
    CHECK(S_ISCHR(found.st_mode));
    CHECK(files_in(folder) == 1);
}

TEST_CASE("a descriptor of the process is written to where it stands") {
    const ScratchFolder folder;
    const std::string path = folder / "file";
    put(path, "before ");
    const int descriptor = open(path.c_str(), O_WRONLY | O_APPEND);
    write("/dev/fd/" + std::to_string(descriptor), "one ");
    write("/proc/self/fd/" + std::to_string(descriptor), "two");
    CHECK(::write(descriptor, ".", 1) == 1);  // still open
    close(descriptor);
    CHECK(content_of(path) == "before one two.");
    CHECK(files_in(folder) == 1);
}

TEST_CASE("a full disk is told with its reason and keeps the old file") {
    ScratchFolder folder;
    if (!folder.become_small_disk("64k")) {
        WARN("this machine forbids mounting: a full disk was not looked at");
        return;
    }
    put(folder / "out", "old");
    CHECK(failure_of(folder / "out", std::string(1 << 20, 'x')) ==
          (folder / "out") + ": cannot be written (No space left on device)");
    CHECK(content_of(folder / "out") == "old");
    CHECK(files_in(folder) == 1);
}
