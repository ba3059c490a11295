#include "heddle/base/protocol_error.h"

#include <string>

namespace heddle {

void report_protocol_error(const sc_core::sc_object& port, const char* what) {
    SC_REPORT_ERROR("/heddle/protocol", (std::string(port.name()) + ": " + what).c_str());
}

}  // namespace heddle
