// A CPU of an outside project before an L2 slice with its memory controller: writes and reads back 1000 words.
#include <heddle/l2_slice/l2_slice.h>
#include <heddle/memory_controller/memory_controller.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <iostream>
#include <systemc>

struct Cpu : sc_core::sc_module {
    tlm_utils::simple_initiator_socket<Cpu> socket{"socket"};
    unsigned wrong = 0;

    SC_CTOR(Cpu) { SC_THREAD(run); }

private:
    static constexpr unsigned words = 1000, stride = 4096 + 4;

    void run() {
        for (unsigned i = 0; i < words; ++i) {
            unsigned value = 3 * i;
            access(tlm::TLM_WRITE_COMMAND, i, value);
        }
        for (unsigned i = 0; i < words; ++i) {
            unsigned value = 0;
            access(tlm::TLM_READ_COMMAND, i, value);
            wrong += value != 3 * i;
        }
    }

    void access(tlm::tlm_command command, unsigned index, unsigned& value) {
        tlm::tlm_generic_payload payload;
        sc_core::sc_time delay;
        payload.set_command(command);
        payload.set_address(index * stride);
        payload.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
        payload.set_data_length(sizeof value);
        payload.set_streaming_width(sizeof value);
        socket->b_transport(payload, delay);
        wrong += !payload.is_response_ok();
        wait(delay);
    }
};

int sc_main(int, char*[]) {
    heddle::use_femtosecond_resolution();
    heddle::ClockDomain l2_clock("l2_clock", heddle::period_of_mhz(1400));
    heddle::ClockDomain dram_clock("dram_clock", heddle::period_of_mhz(924));
    heddle::L2Slice l2("l2", l2_clock, heddle::L2SliceParameters{});
    heddle::MemoryController memory("memory", dram_clock, heddle::MemoryControllerParameters{});
    Cpu cpu("cpu");
    cpu.socket.bind(l2.request_in);
    l2.memory_out.bind(memory.request_in);
    sc_core::sc_start();
    std::cout << cpu.wrong << " wrong values, " << sc_core::sc_time_stamp() << "\n";
    return cpu.wrong == 0 && sc_core::sc_time_stamp() > sc_core::SC_ZERO_TIME ? 0 : 1;
}
