#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <fstream>

#include "fake_platform.h"
#include "heddle/base/error.h"
#include "heddle/platforms/common/file_clashes.h"
#include "scratch_folder.h"

using namespace heddle;
using Catch::Contains;
using testing::ScratchFolder;
namespace fs = std::filesystem;

namespace {

std::string clash(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs) {
    try {
        refuse_file_clashes(inputs, outputs);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("an output that is an input is refused, by any name") {
    const ScratchFolder folder;
    const std::string file = folder / "a.stim";
    std::ofstream(file) << "x";
    fs::create_symlink("a.stim", folder / "link");
    fs::create_hard_link(file, folder / "hard");
    fs::create_directory(folder / "inner");
    const std::vector<NamedFile> inputs{{"--stimulus", file}};
    for (const std::string& name : {file, folder / "link", folder / "hard", folder / "inner/../a.stim"})
        CHECK(clash(inputs, {{"--stats", name}}) ==
              "--stats " + name + ": this file is read by --stimulus; choose another name");
    CHECK(clash(inputs, {{"--stats", folder / "b"}}).empty());
}

TEST_CASE("two outputs to one place are refused, existing or not") {
    const ScratchFolder folder;
    fs::create_symlink("new", folder / "dangling");
    fs::create_directory(folder / "inner");
    for (const std::string& name : {folder / "new", folder / "dangling", folder / "inner/../new"})
        CHECK(clash({}, {{"--stats", folder / "new"}, {"--vcd", name}}) ==
              "--vcd " + name + ": this file is already written by --stats; choose another name");
    CHECK(clash({}, {{"--stats", folder / "one"}, {"--vcd", folder / "two"}}).empty());
}

TEST_CASE("where an output is written first is its own, too") {
    const ScratchFolder folder;
    std::ofstream(folder / "out.part") << "x";
    CHECK_THAT(clash({{"--config", folder / "out.part"}}, {{"--stats", folder / "out"}}),
               Contains("out.part', where it is written first, is read by --config"));
    CHECK_THAT(clash({}, {{"--stats", folder / "new"}, {"--vcd", folder / "new.part"}}),
               Contains("already written by --stats"));
}

TEST_CASE("devices and FIFOs may be written by several") {
    const ScratchFolder folder;
    REQUIRE(mkfifo((folder / "fifo").c_str(), 0600) == 0);
    CHECK(clash({{"--config", "/dev/full"}}, {{"--stats", "/dev/full"}, {"--vcd", "/dev/full"}}).empty());
    CHECK(clash({}, {{"--stats", folder / "fifo"}, {"--vcd", folder / "fifo"}}).empty());
}

TEST_CASE("a run refuses to write over what it reads and leaves it as it was") {
    const ScratchFolder folder;
    std::ofstream(folder / "chip.ini") << "[core]\nkernel_cycles = 5\n";
    std::ofstream(folder / "data.bin") << "data";
    FakePlatform platform;
    platform.files = {folder / "data.bin"};
    const auto refused = [&](const std::vector<std::string>& options) {
        std::vector<std::string> arguments{"--stimulus", "good.stim", "--config", folder / "chip.ini"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const RunResult result = run(platform, arguments);
        CHECK(result.code == 2);
        CHECK(result.out.empty());
        return result.err;
    };
    CHECK_THAT(refused({"--stats", folder / "chip.ini"}), Contains("this file is read by --config"));
    CHECK_THAT(refused({"--vcd", "good.stim"}), Contains("this file is read by --stimulus"));
    CHECK_THAT(refused({"--stats", folder / "data.bin"}), Contains("this file is read by the stimulus"));
    CHECK_THAT(refused({"--dump", "MARK=" + (folder / "data.bin")}), Contains("this file is read by the stimulus"));
    CHECK_THAT(refused({"--dump", "MARK=" + (folder / "x"), "--dump", "BYTES=" + (folder / "x")}),
               Contains("--dump BYTES " + (folder / "x") + ": this file is already written by --dump MARK"));
    CHECK(fs::file_size(folder / "data.bin") == 4);
    CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 2);
}
