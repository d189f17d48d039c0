// Functions without a body are written elsewhere, says a file of assembly.
