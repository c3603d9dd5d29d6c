// The model's clock and the far end of its serial line.
#include "model.h"

Model::Model() {
    top_.rx_i = 1;
    top_.direct_i = 0;
    top_.control_tvalid_i = 0;
    top_.data_tvalid_i = 0;
    top_.answer_tready_i = 0;
    reset();
}

void Model::reset() {
    top_.rst_i = 1;
    for (int clock = 0; clock < 4; clock++) tick();
    top_.rst_i = 0;
    while (!top_.quiet_o) tick();
}

void Model::tick() {
    drive();
    top_.clk_i = 1;
    top_.eval();
    top_.clk_i = 0;
    top_.eval();
    listen();
    clocks_++;
}

// RX of the device: a start bit, eight bits from the lowest, a stop bit.
void Model::drive() {
    if (drive_clocks_ > 0) {
        drive_clocks_--;
        return;
    }
    if (bits_left_ == 0 && !outbox_.empty()) {
        shifted_ = 0x200u | unsigned(outbox_.front()) << 1;
        outbox_.pop_front();
        bits_left_ = 10;
    }
    if (bits_left_ == 0) return;
    top_.rx_i = shifted_ & 1;
    shifted_ >>= 1;
    bits_left_--;
    drive_clocks_ = kClocksPerBit - 1;
}

// TX of the device, each bit in its middle.
void Model::listen() {
    if (!hearing_) {
        if (top_.tx_o) return;
        hearing_ = true;
        heard_bits_ = 0;
        listen_clocks_ = kClocksPerBit + kClocksPerBit / 2 - 1;
        return;
    }
    if (listen_clocks_ > 0) {
        listen_clocks_--;
        return;
    }
    listen_clocks_ = kClocksPerBit - 1;
    if (heard_bits_ == 8) {
        hearing_ = false;
        if (top_.tx_o && received) received(uint8_t(heard_));
        return;
    }
    heard_ = heard_ >> 1 | (top_.tx_o ? 0x80u : 0u);
    heard_bits_++;
}
