kernel-one.traceg
