# A filesystem handler of our own, for want of one that may be in the tree.
file(GLOB test_filesystem_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/test_filesystem/*.c)
foreach(file arithmetic.c dos.c exec.c start.S)
    list(APPEND test_filesystem_sources ${GUEST_AMIGA_FOLDER}/${file})
endforeach()
add_guest_program(test_filesystem ${test_filesystem_sources})
add_dependencies(foreign_filesystem_test test_filesystem)
target_compile_definitions(foreign_filesystem_test PRIVATE UAESCOPE_TEST_FILESYSTEM="${CMAKE_BINARY_DIR}/guest/test_filesystem")
