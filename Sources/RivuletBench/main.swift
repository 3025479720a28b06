// The benchmark program: its commands come with the parts they measure.
print("rivulet-bench: nothing to measure yet")
