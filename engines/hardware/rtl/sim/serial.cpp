// The device on a pseudo terminal. The clock stands still while nothing goes on, so an idle device costs nothing; a pause in the
// middle of a message lasts as long as at 115200 baud before the device sees it.
#include "serial.h"

#include <poll.h>
#include <pty.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

#include "model.h"

namespace {

constexpr int kGapMs = int(Model::kGapBits * 1000 / 115200) + 1;
constexpr unsigned kClocksAtOnce = 2000;
// Far more than a host says without waiting for an answer.
constexpr ssize_t kBytesAtOnce = 256;

int fail(const char* what) {
    std::fprintf(stderr, "rtl: %s: %s\n", what, std::strerror(errno));
    return 2;
}

// Both ends: the far one is kept open, so that hosts may come and go.
class Pty {
public:
    bool open() {
        char name[256];
        if (openpty(&near_, &far_, name, nullptr, nullptr) != 0) return false;
        name_ = name;
        termios settings{};
        if (tcgetattr(far_, &settings) != 0) return false;
        cfmakeraw(&settings);
        return tcsetattr(far_, TCSANOW, &settings) == 0;
    }

    bool link(const char* path) {
        struct stat status {};
        // A link that an earlier run left is replaced; anything else is somebody's file.
        if (lstat(path, &status) == 0 && S_ISLNK(status.st_mode)) unlink(path);
        if (symlink(name_.c_str(), path) != 0) return false;
        link_ = path;
        return true;
    }

    ~Pty() {
        if (!link_.empty()) unlink(link_.c_str());
        if (near_ >= 0) close(near_);
        if (far_ >= 0) close(far_);
    }

    int near() const { return near_; }
    const std::string& name() const { return link_.empty() ? name_ : link_; }

private:
    int near_ = -1;
    int far_ = -1;
    std::string name_;
    std::string link_;
};

bool is_pipe(int fd) {
    struct stat status {};
    return fstat(fd, &status) == 0 && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
}

// False when stdin has ended.
bool stdin_lasts() {
    char nobody_reads[64];
    return read(STDIN_FILENO, nobody_reads, sizeof nobody_reads) != 0;
}

void take(Model& model, int fd) {
    uint8_t bytes[kBytesAtOnce];
    const ssize_t count = read(fd, bytes, sizeof bytes);
    for (ssize_t i = 0; i < count; i++) model.send(bytes[i]);
}

void run(Model& model, int fd, const volatile std::sig_atomic_t& stopped) {
    pollfd waited[2] = {{fd, POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
    const nfds_t count = is_pipe(STDIN_FILENO) ? 2 : 1;
    while (!stopped) {
        const bool still = model.quiet();
        const int patience = !still ? 0 : model.partial() ? kGapMs : -1;
        const int ready = poll(waited, count, patience);
        if (ready < 0 && errno != EINTR) return;
        if (ready > 0 && count == 2 && waited[1].revents != 0 && !stdin_lasts()) return;
        if (ready > 0 && waited[0].revents & POLLIN) take(model, fd);
        unsigned clocks = model.quiet() && !model.partial() ? 0 : kClocksAtOnce;
        // Nobody spoke for as long as a gap is: the device hears that pause.
        if (still && ready == 0) clocks = (Model::kGapBits + 16) * Model::kClocksPerBit;
        else if (still && model.quiet()) clocks = 0;
        for (; clocks > 0; clocks--) model.tick();
    }
}

}  // namespace

int serial(const char* link, const volatile std::sig_atomic_t& stopped) {
    Pty pty;
    if (!pty.open()) return fail("no pty can be opened");
    if (link != nullptr && !pty.link(link)) return fail(link);
    Model model;
    model.received = [&](uint8_t byte) {
        // A host that does not read loses what does not fit, as on a cable.
        if (write(pty.near(), &byte, 1) != 1 && errno != EAGAIN) std::perror("rtl: pty");
    };
    std::printf("%s\n", pty.name().c_str());
    std::fflush(stdout);
    run(model, pty.near(), stopped);
    return stopped ? 130 : 0;
}
