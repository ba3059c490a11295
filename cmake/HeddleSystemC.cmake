# The target Heddle::systemc: SystemC with TLM. Included by the build, and by the installed package for its users.
#
# In this order: the target that HEDDLE_SYSTEMC_TARGET names, SystemC::systemc if the project has one already, Accellera's
# CMake package SystemCLanguage, pkg-config (Debian's libsystemc-dev).
if(TARGET Heddle::systemc)
  return()
endif()
add_library(Heddle::systemc INTERFACE IMPORTED GLOBAL)
if(HEDDLE_SYSTEMC_TARGET)
  if(NOT TARGET ${HEDDLE_SYSTEMC_TARGET})
    message(FATAL_ERROR "HEDDLE_SYSTEMC_TARGET is ${HEDDLE_SYSTEMC_TARGET}, but there is no such target: "
      "define it before Heddle is added or found")
  endif()
  target_link_libraries(Heddle::systemc INTERFACE ${HEDDLE_SYSTEMC_TARGET})
  return()
endif()
if(NOT TARGET SystemC::systemc)
  find_package(SystemCLanguage CONFIG QUIET)
endif()
if(TARGET SystemC::systemc)
  target_link_libraries(Heddle::systemc INTERFACE SystemC::systemc)
  return()
endif()
find_package(PkgConfig REQUIRED)
pkg_check_modules(heddle_systemc REQUIRED IMPORTED_TARGET GLOBAL tlm)
target_link_libraries(Heddle::systemc INTERFACE PkgConfig::heddle_systemc)
