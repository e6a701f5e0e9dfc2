"""Everything on the I2C trunk: the worker's core, pods, the screens' writer, the key expander."""
