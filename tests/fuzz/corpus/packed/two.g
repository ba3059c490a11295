kernel-two.traceg
