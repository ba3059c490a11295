"""The reproduction harness: runs the matrix of a paper's figures and compares it with the paper's own numbers.

reproduction/<paper>.toml says what to run and what the numbers mean; nothing in this package knows a paper.
"""
