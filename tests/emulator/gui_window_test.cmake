# The window, off screen, on the captures of real runs.
find_package(Qt6 REQUIRED COMPONENTS Widgets Test)
target_sources(${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests/gui/offscreen_main.cpp)
target_link_libraries(${name} PRIVATE uaescope_widgets Qt6::Test)
