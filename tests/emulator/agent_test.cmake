add_dependencies(agent_test trace_program_guest)
target_compile_definitions(agent_test PRIVATE UAESCOPE_TEST_GUEST_FOLDER="${CMAKE_BINARY_DIR}/guest")
