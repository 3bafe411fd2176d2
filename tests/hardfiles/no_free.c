void free(void* memory) { (void)memory; }
