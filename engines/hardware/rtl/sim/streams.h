// The core's streams on a line of bytes.
#pragma once

#include <csignal>

// Connects to the unix socket at `path`, on which a processor says words for the core's streams, and is the core there until the
// other end closes it or until it is stopped. Returns the exit code.
int streams(const char* path, const volatile std::sig_atomic_t& stopped);
