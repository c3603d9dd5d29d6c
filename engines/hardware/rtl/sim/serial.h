// The device on a pseudo terminal.
#pragma once

#include <csignal>

// Opens a pty, prints its name (or that of `link`, a symbolic link to it), and is the device there until it is stopped, or until
// stdin ends if that is a pipe. Returns the exit code.
int serial(const char* link, const volatile std::sig_atomic_t& stopped);
