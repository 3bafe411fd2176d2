# The plugin for other systems, where there are compilers for them; in plain presets, which do not measure our own code.
set(other_systems "")
if(NOT UAESCOPE_SANITIZE)
    find_program(UAESCOPE_WINDOWS_COMPILER x86_64-w64-mingw32-g++-posix)
    find_program(UAESCOPE_AARCH64_COMPILER aarch64-linux-gnu-g++)
    if(UAESCOPE_WINDOWS_COMPILER AND EXISTS /usr/x86_64-w64-mingw32/include/zlib.h)
        list(APPEND other_systems windows)
    endif()
    if(UAESCOPE_AARCH64_COMPILER)
        list(APPEND other_systems aarch64)
    endif()
endif()
set(windows_toolchain uaeplugin/windows/toolchain.cmake)
set(aarch64_toolchain uaeplugin/linux/aarch64.cmake)
foreach(system ${other_systems})
    set(folder ${CMAKE_BINARY_DIR}/${system})
    add_custom_target(plugin_for_${system} ALL
        COMMAND ${CMAKE_COMMAND} -S ${PROJECT_SOURCE_DIR} -B ${folder} -G Ninja --log-level=WARNING
            --toolchain ${PROJECT_SOURCE_DIR}/${${system}_toolchain} -DCMAKE_BUILD_TYPE=Release
            -DUAESCOPE_WERROR=${UAESCOPE_WERROR} -DUAESCOPE_TESTS=ON
            -DCMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER} > ${folder}-configure.log
        COMMAND ${CMAKE_COMMAND} --build ${folder} -- --quiet
        COMMENT "The plugin for ${system}")
endforeach()

add_executable(plugin_other_systems_test aarch64_test.cpp describe.cpp host_run.cpp windows_test.cpp)
target_link_libraries(plugin_other_systems_test PRIVATE uaescope_capture GTest::gtest_main)
target_compile_definitions(plugin_other_systems_test PRIVATE TEST_HOST="" TEST_PLUGIN=""
    TEST_WINDOWS_HOST="${CMAKE_BINARY_DIR}/windows/bin/windows_host.exe"
    TEST_WINDOWS_PLUGIN="${CMAKE_BINARY_DIR}/windows/plugin/uaescope-windows-x86-64.dll"
    TEST_WINE_PREFIX="${CMAKE_BINARY_DIR}/wine"
    TEST_AARCH64_FOLDER="${CMAKE_BINARY_DIR}/aarch64")
# One at a time: the first one makes Wine's folder.
gtest_discover_tests(plugin_other_systems_test DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 120 RESOURCE_LOCK wine)
