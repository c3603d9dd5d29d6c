# Digilent Arty A7 (XC7A35T or XC7A100T), top module gomoku_device as it is: 100 MHz oscillator, button 0, USB serial port
set_property -dict {PACKAGE_PIN E3  IOSTANDARD LVCMOS33} [get_ports clk]
set_property -dict {PACKAGE_PIN D9  IOSTANDARD LVCMOS33} [get_ports rst]
set_property -dict {PACKAGE_PIN A9  IOSTANDARD LVCMOS33} [get_ports rx]
set_property -dict {PACKAGE_PIN D10 IOSTANDARD LVCMOS33} [get_ports tx]
create_clock -name clk -period 10.000 [get_ports clk]
set_false_path -from [get_ports {rst rx}]
set_false_path -to [get_ports tx]
