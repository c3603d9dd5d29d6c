// The simulated device with its clock. Every cycle the line's two directions are driven and sampled by the bit, as a cable would.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>

#include "Vsim_top.h"

class Model {
public:
    static constexpr unsigned kClocksPerBit = 8;
    static constexpr unsigned kGapBits = 2048;

    Model();
    ~Model() { top_.final(); }

    // Presses the reset pin, and lets the device get ready.
    void reset();
    // One clock.
    void tick();
    // A byte for the device, after those that wait already.
    void send(uint8_t byte) { outbox_.push_back(byte); }
    // Called with every byte that the device has sent.
    std::function<void(uint8_t)> received;

    // Nothing goes on in the device or on its line.
    bool quiet() const { return top_.quiet_o && bits_left_ == 0 && outbox_.empty() && !hearing_; }
    // Bytes of a message have come, but not all of them.
    bool partial() const { return top_.partial_o; }
    uint64_t clocks() const { return clocks_; }

    Vsim_top& top() { return top_; }

private:
    void drive();
    void listen();

    Vsim_top top_;
    uint64_t clocks_ = 0;

    std::deque<uint8_t> outbox_;
    unsigned shifted_ = 0;
    unsigned bits_left_ = 0;
    unsigned drive_clocks_ = 0;

    bool hearing_ = false;
    unsigned heard_ = 0;
    unsigned heard_bits_ = 0;
    unsigned listen_clocks_ = 0;
};
