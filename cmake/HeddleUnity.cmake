# HEDDLE_UNITY: several source files per call of the compiler, which takes half the processor time or less. For a build of
# everything from nothing, as scripts/test.sh makes it; a build that is edited in is quicker file by file.
option(HEDDLE_UNITY "Compile several source files at once, as scripts/test.sh does" OFF)
set(HEDDLE_UNITY_FILES 24 CACHE STRING "How many source files are compiled at once with HEDDLE_UNITY")

# heddle_unity_sources(TARGET): the libraries, by CMake's own means. Files that define the same names in unnamed namespaces
# stay apart: set_source_files_properties(FILE PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON).
function(heddle_unity_sources target)
  if(HEDDLE_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${HEDDLE_UNITY_FILES})
  endif()
endfunction()

# heddle_split_test(FILE): `joins` is whether the file can stand with others in a namespace of its own: all includes come
# first, and it opens no namespace with a name, specialises no template, defines no macro and replaces no `operator new`. If so:
# head, body, first_line.
function(heddle_split_test file)
  file(READ ${file} text)
  string(FIND "${text}" "\n#include" last_include REVERSE)
  math(EXPR last_include "${last_include} + 1")
  string(SUBSTRING "${text}" ${last_include} -1 from_last_include)
  string(FIND "${from_last_include}" "\n" end_of_include)
  math(EXPR end_of_head "${last_include} + ${end_of_include} + 1")
  string(SUBSTRING "${text}" 0 ${end_of_head} head)
  string(SUBSTRING "${text}" ${end_of_head} -1 body)
  set(joins ON)
  if(head MATCHES "\n(#if|#define|using|namespace)" OR
      body MATCHES "\n(#define|namespace [A-Za-z]|template *<>|extern|int sc_main)|operator (new|delete)")
    set(joins OFF)
  endif()
  string(REGEX MATCHALL "\n" lines "${head}")
  list(LENGTH lines first_line)
  math(EXPR first_line "${first_line} + 1")
  return(PROPAGATE joins head body first_line)
endfunction()

# heddle_join_tests(NAME SOURCES): `sources`, where each file of tests that can join others is replaced by one in the build
# folder that holds several. Each is in a namespace of its own there, so that two of them can both have a `Bench`.
function(heddle_join_tests name)
  set(sources)
  set(text "")
  set(files 0)
  set(unit 0)
  foreach(source IN LISTS ARGN)
    set(path ${CMAKE_CURRENT_SOURCE_DIR}/${source})
    set(joins OFF)
    if(source MATCHES "_test\\.cpp$")
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
      heddle_split_test(${path})
    endif()
    if(NOT joins)
      list(APPEND sources ${source})
      continue()
    endif()
    string(MAKE_C_IDENTIFIER ${source} scope)
    string(APPEND text "#line 1 \"${path}\"\n${head}namespace in_${scope} {\n#line ${first_line} \"${path}\"\n${body}}\n")
    math(EXPR files "${files} + 1")
    if(files EQUAL HEDDLE_UNITY_FILES)
      heddle_write_joined()
    endif()
  endforeach()
  if(files GREATER 0)
    heddle_write_joined()
  endif()
  return(PROPAGATE sources)
endfunction()

# Ends a file of heddle_join_tests(), whose variables it uses; written only if it has changed.
macro(heddle_write_joined)
  set(joined ${CMAKE_CURRENT_BINARY_DIR}/joined/${name}_${unit}.cpp)
  set(before "")
  if(EXISTS ${joined})
    file(READ ${joined} before)
  endif()
  if(NOT before STREQUAL text)
    file(WRITE ${joined} "${text}")
  endif()
  list(APPEND sources ${joined})
  set(text "")
  set(files 0)
  math(EXPR unit "${unit} + 1")
endmacro()

# heddle_join_reference(FOLDER FUNCTION): the reference of a kernel joins others in a file of the build folder, as
# heddle_join_tests() does it, in an inline namespace of its own below `heddle`. Variables as for heddle_write_joined().
macro(heddle_join_reference folder function)
  set(path ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/reference.cpp)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
  file(READ ${path} reference)
  get_filename_component(suite ${folder} DIRECTORY)
  string(REPLACE "#include \"../" "#include \"${CMAKE_CURRENT_SOURCE_DIR}/${suite}/" reference "${reference}")
  string(REPLACE "\nnamespace heddle {" "\nnamespace heddle::of_${function} {" reference "${reference}")
  string(APPEND text "#undef HEDDLE_REFERENCE_FOLDER\n#undef HEDDLE_REFERENCE_FUNCTION\n"
    "#define HEDDLE_REFERENCE_FOLDER \"${folder}\"\n#define HEDDLE_REFERENCE_FUNCTION ${function}\n"
    "namespace heddle { inline namespace of_${function} {} }\n#line 1 \"${path}\"\n${reference}")
  math(EXPR files "${files} + 1")
  if(files EQUAL HEDDLE_UNITY_FILES)
    heddle_write_joined()
  endif()
endmacro()
