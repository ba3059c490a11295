// Heddle's signals in a trace file of SystemC's own, beside those of a virtual prototype.
#pragma once

#include <cstddef>
#include <systemc>

namespace heddle {

// Adds the signals of every block at or below `module` to the file, with the names, widths and values they have in a
// Waveform (SystemC puts all names into a scope `SystemC`), and returns how many there are. Like sc_trace, it is called
// before the simulation starts, and the module has to live as long as the file is open. Like every file of SystemC's,
// it has a signal's last value of each time step, and times in units of set_time_unit(): choose one no coarser than the
// clocks need.
std::size_t trace(sc_core::sc_trace_file* file, sc_core::sc_object& module);

}  // namespace heddle
