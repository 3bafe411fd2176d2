file(GLOB alone_parts CONFIGURE_DEPENDS ${GUEST_AMIGA_FOLDER}/*.c ${GUEST_AMIGA_FOLDER}/*.S
    ${CMAKE_SOURCE_DIR}/guest/suites/*.c)
list(REMOVE_ITEM alone_parts ${GUEST_AMIGA_FOLDER}/uaebench.c)
add_guest_program(guest_workbench_launcher ${CMAKE_CURRENT_SOURCE_DIR}/guest_workbench_launcher.c ${alone_parts})
add_dependencies(guest_alone_test guest_workbench_launcher)
target_sources(guest_alone_test PRIVATE guest_session.cpp)
target_compile_definitions(guest_alone_test PRIVATE UAESCOPE_TEST_LAUNCHER="${CMAKE_BINARY_DIR}/guest/guest_workbench_launcher")
