/** The processes below one, from pairs of a process and its parent. */
export function below(pid: number, processes: readonly (readonly [number, number])[]): number[] {
  const children = new Map<number, number[]>()
  for (const [child, parent] of processes) children.set(parent, [...(children.get(parent) ?? []), child])
  const found: number[] = []
  for (let queue = [pid]; queue.length > 0; ) {
    queue = queue.flatMap((parent) => children.get(parent) ?? [])
    found.push(...queue)
  }
  return found
}
