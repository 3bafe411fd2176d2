target_sources(plugin_strace_test PRIVATE proof.cpp strace_log.cpp)
