// The core's streams on a line of bytes. A word is five of them, of which only the first has its top bit set:
//   1 s s s b31..b28   0 b27..b21   0 b20..b14   0 b13..b7   0 b6..b0     (s: the stream)
// so that who comes in the middle is in step with the next word. The same in Rust: `firmware/src/stream.rs`.
#include "streams.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <deque>

#include "model.h"

namespace {

enum Stream : unsigned { kControl = 0, kData = 1, kAnswer = 2, kReset = 7 };

constexpr unsigned kClocksAtOnce = 2000;
constexpr size_t kWordBytes = 5;
// More words than this wait on the line: the processor sends three for a stone.
constexpr size_t kWordsAtMost = 1024;
constexpr size_t kBytesAtOnce = 256;
constexpr int kAttempts = 100;
constexpr unsigned kAttemptUs = 20'000;

struct Word {
    unsigned stream;
    uint32_t value;
};

int fail(const char* what) {
    std::fprintf(stderr, "rtl: %s: %s\n", what, std::strerror(errno));
    return 2;
}

class Streams {
public:
    explicit Streams(int line) : line_(line) {
        model_.top().direct_i = 1;
        model_.top().answer_tready_i = 1;
    }

    void take(uint8_t byte) {
        if (byte & 0x80) {
            count_ = 0;
            word_ = {byte >> 4 & 7u, byte & 0xfu};
        } else if (count_ == 0) {
            return;
        } else {
            word_.value = word_.value << 7 | byte;
        }
        if (++count_ < kWordBytes) return;
        count_ = 0;
        if (word_.stream == kControl || word_.stream == kData) waiting_.push_back(word_);
        else if (word_.stream == kReset) reset();
    }

    // One clock, with the first of the waiting words offered to its stream.
    void tick() {
        Vsim_top& top = model_.top();
        const bool control = offered(kControl), data = offered(kData);
        top.control_tvalid_i = control;
        top.data_tvalid_i = data;
        if (control) top.control_tdata_i = waiting_.front().value;
        if (data) top.data_tdata_i = waiting_.front().value;
        top.eval();
        const bool taken = (control && top.control_tready_o) || (data && top.data_tready_o);
        const bool answered = top.answer_tvalid_o;
        const uint32_t answer = top.answer_tdata_o;
        model_.tick();
        if (taken) waiting_.pop_front();
        if (answered) say({kAnswer, answer});
    }

    // Nothing happens before another word has come: the core rests, and none waits but one that it does not take now.
    bool still() {
        Vsim_top& top = model_.top();
        top.control_tvalid_i = 0;
        top.data_tvalid_i = 0;
        top.eval();
        return top.data_tready_o && (waiting_.empty() || (offered(kControl) && !top.control_tready_o));
    }

    bool full() const { return waiting_.size() >= kWordsAtMost; }
    // The line does not take what is said.
    bool broken() const { return broken_; }

private:
    bool offered(Stream stream) const { return !waiting_.empty() && waiting_.front().stream == stream; }

    void reset() {
        waiting_.clear();
        model_.top().control_tvalid_i = 0;
        model_.top().data_tvalid_i = 0;
        model_.reset();
        say(word_);
    }

    void say(Word word) {
        const uint8_t bytes[kWordBytes] = {uint8_t(0x80 | word.stream << 4 | word.value >> 28), uint8_t(word.value >> 21 & 0x7f),
                                           uint8_t(word.value >> 14 & 0x7f), uint8_t(word.value >> 7 & 0x7f), uint8_t(word.value & 0x7f)};
        for (size_t sent = 0; sent < kWordBytes && !broken_;) {
            const ssize_t count = write(line_, bytes + sent, kWordBytes - sent);
            if (count > 0) sent += size_t(count);
            else broken_ = errno != EINTR;
        }
    }

    Model model_;
    int line_;
    bool broken_ = false;
    std::deque<Word> waiting_;
    size_t count_ = 0;
    Word word_{};
};

void run(Streams& core, int line, const volatile std::sig_atomic_t& stopped) {
    while (!stopped && !core.broken()) {
        pollfd waited{line, short(core.full() ? 0 : POLLIN), 0};
        const int ready = poll(&waited, 1, core.still() ? -1 : 0);
        if (ready < 0 && errno != EINTR) return;
        if (ready > 0) {
            uint8_t bytes[kBytesAtOnce];
            const ssize_t count = read(line, bytes, sizeof bytes);
            if (count == 0 || (count < 0 && errno != EINTR)) return;
            for (ssize_t i = 0; i < count; i++) core.take(bytes[i]);
        }
        for (unsigned clocks = kClocksAtOnce; clocks > 0 && !core.still(); clocks--) core.tick();
    }
}

}  // namespace

int streams(const char* path, const volatile std::sig_atomic_t& stopped) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (std::strlen(path) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return fail(path);
    }
    std::strcpy(address.sun_path, path);
    const int line = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (line < 0) return fail("no socket can be made");
    // A socket is there a moment before it listens.
    for (int left = kAttempts; connect(line, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0; left--) {
        if (errno != ECONNREFUSED || left == 0 || stopped) return fail(path);
        usleep(kAttemptUs);
    }
    Streams core(line);
    run(core, line, stopped);
    close(line);
    return stopped ? 130 : 0;
}
