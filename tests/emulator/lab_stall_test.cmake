# The guest's slow program, and the library that makes the host slow.
set(lab_stall_sources ${CMAKE_CURRENT_SOURCE_DIR}/lab_stall_guest.c ${CMAKE_SOURCE_DIR}/guest/suites/line.c)
foreach(file arithmetic.c clock.c dos.c exec.c file_marks.c plugin.c results_file.c start.S)
    list(APPEND lab_stall_sources ${GUEST_AMIGA_FOLDER}/${file})
endforeach()
add_guest_program(lab_stall_guest ${lab_stall_sources})
add_library(lab_stall_shim MODULE ${CMAKE_CURRENT_SOURCE_DIR}/lab_stall_shim.c)
target_compile_options(lab_stall_shim PRIVATE -std=gnu99 -Wall -Wextra)
target_link_libraries(lab_stall_shim PRIVATE ${CMAKE_DL_LIBS})
add_dependencies(lab_stall_test lab_stall_guest lab_stall_shim)
target_compile_definitions(lab_stall_test PRIVATE
    UAESCOPE_STALL_GUEST="${CMAKE_BINARY_DIR}/guest/lab_stall_guest"
    UAESCOPE_STALL_SHIM="$<TARGET_FILE:lab_stall_shim>")
