# Its guest programs: the first with the guest tool's own parts.
file(GLOB trace_parts CONFIGURE_DEPENDS ${GUEST_AMIGA_FOLDER}/*.c ${GUEST_AMIGA_FOLDER}/*.S
    ${CMAKE_SOURCE_DIR}/guest/suites/*.c)
list(REMOVE_ITEM trace_parts ${GUEST_AMIGA_FOLDER}/uaebench.c)
add_guest_program(trace_vectors_guest ${CMAKE_CURRENT_SOURCE_DIR}/trace_vectors_guest.c ${trace_parts})
set(trace_program_sources ${CMAKE_CURRENT_SOURCE_DIR}/trace_program_guest.c)
foreach(file arithmetic.c dos.c exec.c start.S)
    list(APPEND trace_program_sources ${GUEST_AMIGA_FOLDER}/${file})
endforeach()
add_guest_program(trace_program_guest ${trace_program_sources})
add_dependencies(trace_test trace_vectors_guest trace_program_guest)
target_sources(trace_test PRIVATE guest_session.cpp)
target_compile_definitions(trace_test PRIVATE UAESCOPE_TEST_GUEST_FOLDER="${CMAKE_BINARY_DIR}/guest")
