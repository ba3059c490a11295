MemcpyHtoD,0x1000,64
kernel-one.traceg
something
kernel-two.traceg
