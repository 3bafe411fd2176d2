target_sources(plugin_strace_test PRIVATE strace_log.cpp ${PROJECT_SOURCE_DIR}/tests/plugin/describe.cpp)
