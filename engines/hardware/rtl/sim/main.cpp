// The simulated device as a program: on a pseudo terminal as if on a cable, or fed with positions for measuring; or its core
// alone, beside a processor.
#include <csignal>
#include <cstdio>
#include <cstring>
#include <initializer_list>

#include "positions.h"
#include "serial.h"
#include "streams.h"

namespace {

volatile std::sig_atomic_t stopped = 0;

void stop(int) { stopped = 1; }

int usage(const char* problem) {
    std::fprintf(stderr,
                 "rtl: %s\nhint: rtl [LINK] opens a pty and prints its name; rtl --positions reads `depth x,y x,y …` from stdin; "
                 "rtl --core SOCKET is a processor's core\n",
                 problem);
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    struct sigaction action {};
    action.sa_handler = stop;
    // Without SA_RESTART, so that a waiting read or poll ends.
    for (int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
    if (argc > 1 && std::strcmp(argv[1], "--core") == 0) return argc == 3 ? streams(argv[2], stopped) : usage("--core needs a socket");
    if (argc > 2) return usage("more than one argument");
    if (argc == 2 && std::strcmp(argv[1], "--positions") == 0) return positions(stopped);
    if (argc == 2 && argv[1][0] == '-') return usage("unknown option");
    return serial(argc == 2 ? argv[1] : nullptr, stopped);
}
