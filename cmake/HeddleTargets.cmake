# Flags of what is compiled here, and the ways a folder becomes a target.
include(HeddleUnity)

add_compile_options(-Wall -Wextra -Wshadow -Wpedantic $<$<BOOL:${HEDDLE_WERROR}>:-Werror>)
if(HEDDLE_SANITIZE)
  # SystemC's SC_METHOD shifts a negative number.
  add_compile_options(-fsanitize=address,undefined -fno-sanitize=shift -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
elseif(HEDDLE_SANITIZE_THREADS)
  add_compile_options(-fsanitize=thread)
  add_link_options(-fsanitize=thread)
endif()

# What every target hands on to its users: C++17, and headers as "heddle/<module>/<header>" and
# "heddle/platforms/<folder>/<header>". In the source tree they lie without the first folder; links in the build folder add it.
add_library(heddle_headers INTERFACE)
target_compile_features(heddle_headers INTERFACE cxx_std_17)
target_include_directories(heddle_headers INTERFACE $<BUILD_INTERFACE:${heddle_BINARY_DIR}/include>
  $<INSTALL_INTERFACE:include>)

# heddle_publish(NAME): heddle_NAME is installed, and outside projects know it as Heddle::NAME, built or installed.
function(heddle_publish name)
  add_library(Heddle::${name} ALIAS heddle_${name})
  set_property(GLOBAL APPEND PROPERTY HEDDLE_LIBRARIES heddle_${name})
endfunction()
heddle_publish(headers)

# heddle_link_headers(NAME FOLDER): the headers of FOLDER are found as "heddle/NAME/...".
function(heddle_link_headers name folder)
  file(MAKE_DIRECTORY ${heddle_BINARY_DIR}/include/heddle)
  file(CREATE_LINK ${folder} ${heddle_BINARY_DIR}/include/heddle/${name} SYMBOLIC)
endfunction()

# Optimising test code as much as the model costs more compile time than it saves run time. So do the checks before every
# access by pointer: AddressSanitizer finds most of these mistakes in test code. And red zones between local variables, of
# which every assertion of Catch2 makes several: a quarter of the compile time. The libraries of the model have all checks.
if(HEDDLE_SANITIZE)
  set(HEDDLE_TEST_CHECKS -fno-sanitize=null,alignment,object-size,vptr --param=asan-stack=0)
  set(HEDDLE_TEST_OPTIONS -O0 ${HEDDLE_TEST_CHECKS})
elseif(HEDDLE_SANITIZE_THREADS)
  set(HEDDLE_TEST_OPTIONS -O0)
elseif(CMAKE_BUILD_TYPE STREQUAL Release)
  set(HEDDLE_TEST_OPTIONS -Og)
endif()

# heddle_precompiled(TARGET): SystemC is most of what a block compiles: once for all of them. ccache does better without.
function(heddle_precompiled target)
  if(CMAKE_CXX_COMPILER_LAUNCHER)
    return()
  endif()
  if(target STREQUAL heddle_base)
    target_precompile_headers(heddle_base PRIVATE <systemc> <tlm>)
  else()
    target_precompile_headers(${target} REUSE_FROM heddle_base)
  endif()
endfunction()

# heddle_module(NAME SOURCES a.cpp ... DEPENDS heddle_base ...): a hardware block as a static library heddle_NAME.
function(heddle_module name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS" ${ARGN})
  add_library(heddle_${name} STATIC ${arg_SOURCES})
  heddle_publish(${name})
  target_link_libraries(heddle_${name} PUBLIC heddle_headers ${arg_DEPENDS})
  heddle_unity_sources(heddle_${name})
  if(name STREQUAL base OR "${arg_DEPENDS}" MATCHES "heddle_(base|cluster_port|levels|features|platform_[a-z]+)(;|$)")
    heddle_precompiled(heddle_${name})
  endif()
endfunction()

# heddle_plain_headers(NAME DEPENDS heddle_x ...): heddle_NAME_headers, an interface target for users that link nothing of
# a module: those of its headers that need no SystemC. tests/structure checks what is included against what is declared.
function(heddle_plain_headers name)
  cmake_parse_arguments(arg "" "" "DEPENDS" ${ARGN})
  add_library(heddle_${name}_headers INTERFACE)
  heddle_publish(${name}_headers)
  target_link_libraries(heddle_${name}_headers INTERFACE heddle_headers ${arg_DEPENDS})
endfunction()

# heddle_embed(NAME): every .ini file of this folder becomes a string in heddle_NAME, so that an executable has it wherever it
# is run: "NAME/embedded.h" declares embedded_NAME(), a map from file names to texts.
function(heddle_embed name)
  file(GLOB files CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.ini)
  set(entries "")
  foreach(file IN LISTS files)
    get_filename_component(file_name ${file} NAME)
    file(READ ${file} text)
    string(APPEND entries "        {\"${file_name}\", R\"ini(${text})ini\"},\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/include/${name}/embedded.h @ONLY CONTENT
"#pragma once
#include <map>
#include <string>
namespace heddle {
inline std::map<std::string, std::string> embedded_@name@() {
    return {
@entries@    };
}
}  // namespace heddle
")
  target_include_directories(heddle_${name} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/include)
endfunction()

# heddle_platform(NAME SOURCES a.cpp ... DEPENDS heddle_x ...): heddle_platform_NAME and the executable NAME of main.cpp.
function(heddle_platform name)
  heddle_module(platform_${name} ${ARGN})
  add_executable(${name} main.cpp)
  target_link_libraries(${name} PRIVATE heddle_platform_${name})
  heddle_precompiled(${name})
  set_property(GLOBAL APPEND PROPERTY HEDDLE_PLATFORM_EXECUTABLES ${name})
endfunction()

# heddle_test(NAME SOURCES a_test.cpp ... DEPENDS heddle_x ... [TIMEOUT seconds]): a Catch2 executable test_NAME whose
# cases ctest runs one process each, because SystemC elaborates once per process. Catch2 runs from sc_main.
function(heddle_test name)
  cmake_parse_arguments(arg "" "TIMEOUT" "SOURCES;DEPENDS;LABELS" ${ARGN})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  set(sources ${arg_SOURCES})
  if(HEDDLE_UNITY)
    heddle_join_tests(${name} ${arg_SOURCES})
  endif()
  add_executable(test_${name} ${sources})
  target_include_directories(test_${name} PRIVATE $<$<BOOL:${HEDDLE_UNITY}>:${CMAKE_CURRENT_SOURCE_DIR}>)
  target_link_libraries(test_${name} PRIVATE heddle_test_main ${arg_DEPENDS})
  target_precompile_headers(test_${name} REUSE_FROM heddle_test_main)
  target_compile_options(test_${name} PRIVATE ${HEDDLE_TEST_OPTIONS})
  catch_discover_tests(test_${name} TEST_PREFIX "${name}: " PROPERTIES TIMEOUT ${arg_TIMEOUT} DISCOVERY_TIMEOUT 60)
endfunction()
