/** Runs the work at most once in so long, and once more for what came meanwhile. */
export function throttled(work: () => Promise<void>, ms: number): () => void {
  let waits = false
  let running = false
  const run = async () => {
    running = true
    waits = false
    try {
      await work()
    } catch {} // the next one may do better; the status says when the server is away
    setTimeout(() => {
      running = false
      if (waits) void run()
    }, ms)
  }
  return () => {
    waits = true
    if (!running) void run()
  }
}
