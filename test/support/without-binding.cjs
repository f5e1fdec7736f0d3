// Preloaded to see what happens where the engine's pipe handle is not to be had.
Object.defineProperty(process, 'binding', { value: undefined })
