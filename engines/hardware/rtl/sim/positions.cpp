// Positions in, answers out, through the streams of the core.
#include "positions.h"

#include <cstdint>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "model.h"

namespace {

constexpr unsigned kLines = 15;
constexpr unsigned kDepthMax = 8;
enum Control : uint32_t { kReset = 0, kThink = 2, kDepth = 3, kPutOwn = 4, kPutOther = 5, kNodes = 6, kCycles = 7, kScore = 8 };

struct Stopped {};

struct Point {
    unsigned x, y;
};

struct Task {
    unsigned depth = 0;
    std::vector<Point> stones;
};

class Core {
public:
    explicit Core(const volatile std::sig_atomic_t& stopped) : stopped_(stopped) { model_.top().direct_i = 1; }

    void control(uint32_t word) {
        Vsim_top& top = model_.top();
        top.control_tdata_i = word;
        top.control_tvalid_i = 1;
        step_while([&] { return !top.control_tready_o; });
        top.control_tvalid_i = 0;
    }

    void data(uint32_t word) {
        Vsim_top& top = model_.top();
        top.data_tdata_i = word;
        top.data_tvalid_i = 1;
        step_while([&] { return !top.data_tready_o; });
        top.data_tvalid_i = 0;
    }

    uint32_t answer() {
        Vsim_top& top = model_.top();
        top.answer_tready_i = 1;
        top.eval();
        uint32_t word = 0;
        step_while([&] {
            word = top.answer_tdata_o;
            return !top.answer_tvalid_o;
        });
        top.answer_tready_i = 0;
        return word;
    }

    uint32_t ask(uint32_t word) {
        control(word);
        return answer();
    }

private:
    // Clocks until the handshake has happened: the last clock is the one in which it did.
    template <typename Waits>
    void step_while(Waits waits) {
        for (bool waiting = true; waiting;) {
            if (stopped_) throw Stopped();
            model_.top().eval();
            waiting = waits();
            model_.tick();
        }
    }

    Model model_;
    const volatile std::sig_atomic_t& stopped_;
};

bool parse(const std::string& line, Task& task) {
    std::istringstream words(line);
    if (!(words >> task.depth) || task.depth < 1 || task.depth > kDepthMax) return false;
    std::string word;
    while (words >> word) {
        Point point{};
        int read = 0;
        if (std::sscanf(word.c_str(), "%u,%u%n", &point.x, &point.y, &read) != 2 || size_t(read) != word.size()) return false;
        if (point.x >= kLines || point.y >= kLines) return false;
        task.stones.push_back(point);
    }
    return true;
}

void answer(Core& core, const Task& task) {
    core.control(kReset);
    core.control(kDepth | task.depth << 8);
    for (size_t i = 0; i < task.stones.size(); i++) {
        core.control(i % 2 == task.stones.size() % 2 ? kPutOwn : kPutOther);
        core.data(task.stones[i].x);
        core.data(task.stones[i].y);
    }
    const unsigned x = core.ask(kThink);
    const unsigned y = core.answer();
    const int score = int(core.ask(kScore));
    const unsigned nodes = core.ask(kNodes);
    std::printf("%u,%u %d %u %u\n", x, y, score, nodes, core.ask(kCycles));
    std::fflush(stdout);
}

}  // namespace

int positions(const volatile std::sig_atomic_t& stopped) try {
    Core core(stopped);
    std::string line;
    while (!stopped && !std::ferror(stdout) && std::getline(std::cin, line)) {
        Task task;
        if (!parse(line, task)) {
            std::fprintf(stderr, "rtl: no position: %s\nhint: a depth of 1 to %u, then stones as x,y from 0,0 to 14,14\n", line.c_str(),
                         kDepthMax);
            return 2;
        }
        answer(core, task);
    }
    return stopped ? 130 : 0;
} catch (const Stopped&) {
    return 130;
}
