/** A file of its own, so that the engine is a part that is loaded for patterns alone. */
export { default as picomatch } from 'picomatch'
