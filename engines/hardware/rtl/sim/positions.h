// Positions in, answers out, through the streams of the core.
#pragma once

#include <csignal>

// Reads `depth x,y x,y …` from stdin, black first and in turns, and answers each line with `x,y score nodes cycles`; the side
// that has the move thinks. Returns the exit code.
int positions(const volatile std::sig_atomic_t& stopped);
