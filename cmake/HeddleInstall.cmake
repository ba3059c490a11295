# `cmake --install`: headers below include/heddle, one static library per module, a CMake package with a component per
# module, a pkg-config file per module, the platforms and the programs for traces as heddle-<name>, the kernel library,
# the presets. And `cpack -G DEB`.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)  # what is installed is there after a build, with or without the tests

get_property(libraries GLOBAL PROPERTY HEDDLE_LIBRARIES)
string(REPLACE heddle_ "" heddle_component_names "${libraries}")
string(REPLACE ";" " " heddle_component_list "${heddle_component_names}")
foreach(target name IN ZIP_LISTS libraries heddle_component_names)
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
endforeach()
install(TARGETS ${libraries} EXPORT HeddleTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})

# Headers, as the links in the build folder name them.
install(DIRECTORY ${heddle_SOURCE_DIR}/modules/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/heddle
  FILES_MATCHING PATTERN *.h)
if(HEDDLE_PLATFORMS)
  install(DIRECTORY ${heddle_SOURCE_DIR}/platforms ${heddle_SOURCE_DIR}/stimuli/references
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/heddle FILES_MATCHING PATTERN *.h)
  get_property(platforms GLOBAL PROPERTY HEDDLE_PLATFORM_EXECUTABLES)
  foreach(program IN LISTS platforms ITEMS trace_gen trace_pack)
    install(PROGRAMS $<TARGET_FILE:${program}> DESTINATION ${CMAKE_INSTALL_BINDIR} RENAME heddle-${program})
  endforeach()
  install(DIRECTORY ${heddle_SOURCE_DIR}/stimuli DESTINATION ${CMAKE_INSTALL_DATADIR}/heddle
    FILES_MATCHING PATTERN *.stim PATTERN *.ptx PATTERN *.cu PATTERN README.md PATTERN references EXCLUDE)
  install(DIRECTORY ${heddle_SOURCE_DIR}/platforms/presets DESTINATION ${CMAKE_INSTALL_DATADIR}/heddle
    FILES_MATCHING PATTERN *.ini PATTERN README.md)
endif()
install(FILES ${heddle_SOURCE_DIR}/LICENSE ${heddle_SOURCE_DIR}/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

# The CMake package.
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Heddle)
install(EXPORT HeddleTargets NAMESPACE Heddle:: DESTINATION ${package_folder})
configure_package_config_file(${heddle_SOURCE_DIR}/cmake/HeddleConfig.cmake.in ${heddle_BINARY_DIR}/HeddleConfig.cmake
  INSTALL_DESTINATION ${package_folder} NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${heddle_BINARY_DIR}/HeddleConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${heddle_BINARY_DIR}/HeddleConfig.cmake ${heddle_BINARY_DIR}/HeddleConfigVersion.cmake
  ${heddle_SOURCE_DIR}/cmake/HeddleSystemC.cmake DESTINATION ${package_folder})

# pkg-config: heddle-<module>.pc. What a target links decides what its file requires.
function(heddle_write_pkg_config target)
  get_target_property(kind ${target} TYPE)
  get_target_property(links ${target} INTERFACE_LINK_LIBRARIES)
  string(REPLACE heddle_ heddle- package ${target})
  set(requires)
  set(libs "")
  if(kind STREQUAL STATIC_LIBRARY)
    set(libs "-L\${libdir} -l${target}")
  endif()
  foreach(link IN LISTS links)
    if(link MATCHES "^heddle_(.*)")
      list(APPEND requires heddle-${CMAKE_MATCH_1})
    elseif(link STREQUAL Heddle::systemc)
      list(APPEND requires tlm)
    elseif(link STREQUAL LibLZMA::LibLZMA)
      list(APPEND requires liblzma)
    elseif(link STREQUAL Boost::program_options)
      string(APPEND libs " -lboost_program_options")
    elseif(link STREQUAL Threads::Threads)
      string(APPEND libs " -pthread")
    elseif(link)
      message(FATAL_ERROR "pkg-config: ${target} links ${link}, which cmake/HeddleInstall.cmake does not know")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES requires)
  list(JOIN requires " " requires)
  file(WRITE ${heddle_BINARY_DIR}/pkgconfig/${package}.pc
"libdir=\${pcfiledir}/..
includedir=\${pcfiledir}/${to_include}

Name: ${package}
Description: ${PROJECT_DESCRIPTION}: ${package}
Version: ${PROJECT_VERSION}
Requires: ${requires}
Libs: ${libs}
Cflags: -I\${includedir}
")
endfunction()

set(pkg_config_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH to_include /prefix/${pkg_config_folder} /prefix/${CMAKE_INSTALL_INCLUDEDIR})
foreach(target IN LISTS libraries)
  heddle_write_pkg_config(${target})
endforeach()
install(DIRECTORY ${heddle_BINARY_DIR}/pkgconfig/ DESTINATION ${pkg_config_folder})

set(CPACK_PACKAGE_NAME heddle)
set(CPACK_PACKAGE_VENDOR Heddle)
set(CPACK_PACKAGE_CONTACT "The Heddle authors <heddle@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION libdevel)
# The executables' shared libraries are found by dpkg-shlibdeps; headers and libraries need what they compile with.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libsystemc-dev")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libboost-program-options-dev, liblzma-dev, pkg-config")
include(CPack)
