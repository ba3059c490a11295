// The executors of a PTX kernel share nothing that changes.
#include <catch2/catch.hpp>
#include <thread>

#include "heddle/stimulus/ptx/ptx_module.h"
#include "two_executors.h"

using namespace heddle;
using namespace heddle::test;

namespace {

constexpr std::uint32_t ctas = 64, threads = 96;
constexpr std::uint64_t even_at = 0x10000000, odd_at = 0x20000000, out_at = 0x30000000;

// The same load goes to another buffer in even and in odd CTAs; threads take the loop a different number of times.
constexpr const char* text = R"(.version 6.4
.target sm_70
.address_size 64
.visible .entry k(.param .u64 even, .param .u64 odd, .param .u64 out)
{
.reg .pred %p<4>;
.reg .b32 %r<16>;
.reg .b64 %rd<16>;
.shared .align 4 .b8 tile[384];
ld.param.u64 %rd0, [even];
ld.param.u64 %rd1, [odd];
ld.param.u64 %rd2, [out];
mov.u32 %r0, %tid.x;
mov.u32 %r1, %ctaid.x;
mad.lo.u32 %r2, %r1, 96, %r0;
and.b32 %r3, %r1, 1;
setp.eq.u32 %p0, %r3, 0;
selp.b64 %rd3, %rd0, %rd1, %p0;
mul.wide.u32 %rd4, %r2, 4;
add.u64 %rd3, %rd3, %rd4;
add.u64 %rd5, %rd2, %rd4;
mov.u32 %r4, 0;
and.b32 %r5, %r2, 7;
again:
ld.global.u32 %r6, [%rd3];
mad.lo.u32 %r4, %r4, 5, %r6;
setp.eq.u32 %p1, %r5, 0;
@%p1 bra done;
sub.u32 %r5, %r5, 1;
bra again;
done:
shl.b32 %r7, %r0, 2;
mov.u32 %r8, tile;
add.u32 %r8, %r8, %r7;
st.shared.u32 [%r8], %r4;
bar.sync 0;
xor.b32 %r9, %r7, 4;
mov.u32 %r10, tile;
add.u32 %r10, %r10, %r9;
ld.shared.u32 %r11, [%r10];
st.global.u32 [%rd5], %r11;
ret;
}
)";

class Launch {
public:
    Launch() {
        constexpr std::uint64_t bytes = std::uint64_t{ctas} * threads * 4;
        buffers_.add("even", even_at, bytes);
        buffers_.add("odd", odd_at, bytes);
        buffers_.add("out", out_at, bytes);
        kernel_->set_address_check(&buffers_);
    }
    const Kernel& kernel() const { return *kernel_; }

private:
    std::shared_ptr<const ptx::PtxModule> module_ = ptx::parse_ptx(text, "k.ptx");
    std::unique_ptr<ptx::PtxKernel> kernel_ = module_->kernel(
        "k", {ctas, 1, 1}, {threads, 1, 1}, {ptx::argument(even_at), ptx::argument(odd_at), ptx::argument(out_at)});
    ptx::AddressCheck buffers_;
};

void fill(HostMemory& memory) {
    std::vector<std::uint32_t> words(std::size_t{ctas} * threads);
    for (std::uint32_t i = 0; i < words.size(); ++i) words[i] = i * 2654435761u;
    memory.write(even_at, words.data(), words.size() * 4);
    for (std::uint32_t& word : words) word = ~word;
    memory.write(odd_at, words.data(), words.size() * 4);
}

}  // namespace

TEST_CASE("two executors of a PTX kernel have warp states of their own") {
    const Launch launch;
    const auto first = launch.kernel().make_executor(), second = launch.kernel().make_executor();
    WarpState* warp = first->start_warp(0, 0);
    first->finish_warp(warp);
    WarpState* other = second->start_warp(1, 0);
    CHECK(other != warp);
    CHECK(first->start_warp(2, 0) == warp);
    CHECK(other->cta == 1);
}

TEST_CASE("two executors of a PTX kernel do what one does, on one thread and on two") {
    const Launch launch;
    const CtaDigests expected = run_with_one_executor(launch.kernel(), fill);
    CHECK(expected[0] != expected[1]);
    CHECK(run_with_two_executors(launch.kernel(), fill) == expected);
    for (unsigned repeat = 0; repeat < 10; ++repeat) CHECK(run_with_two_threads(launch.kernel(), fill) == expected);
}

TEST_CASE("threads may ask a PTX module for the same entry at the same time") {
    const auto module = ptx::parse_ptx(text, "k.ptx");
    const ptx::Program* seen[2] = {};
    std::thread other([&] { seen[1] = &module->program("k"); });
    seen[0] = &module->program("k");
    other.join();
    CHECK(seen[0] == seen[1]);
}
