# Its guest programs, all linked with the guest tool's own parts.
file(GLOB storage_parts CONFIGURE_DEPENDS ${GUEST_AMIGA_FOLDER}/*.c ${GUEST_AMIGA_FOLDER}/*.S
    ${CMAKE_SOURCE_DIR}/guest/suites/*.c)
list(REMOVE_ITEM storage_parts ${GUEST_AMIGA_FOLDER}/uaebench.c)
foreach(program tour reset close)
    add_guest_program(storage_${program}_guest ${CMAKE_CURRENT_SOURCE_DIR}/storage_${program}_guest.c ${storage_parts})
    add_dependencies(storage_kinds_test storage_${program}_guest)
endforeach()
target_sources(storage_kinds_test PRIVATE proof.cpp strace_log.cpp)
target_compile_definitions(storage_kinds_test PRIVATE UAESCOPE_TEST_GUEST_FOLDER="${CMAKE_BINARY_DIR}/guest")
