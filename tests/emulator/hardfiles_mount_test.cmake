# GRUB as a second reader of what the guest wrote, the way tests/hardfiles runs it.
target_link_libraries(${name} PRIVATE hardfiles_testing)
target_compile_definitions(${name} PRIVATE NO_FREE="$<TARGET_FILE:hardfiles_no_free>")
add_dependencies(${name} hardfiles_no_free)
