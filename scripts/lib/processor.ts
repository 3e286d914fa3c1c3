// Processor time of a program and everything that it starts, from Linux's /proc. Sampled, because a browser's processes do not
// wait for each other: what the kernel adds up for ended children lacks most of them.
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** A process that ended between two samples counts as it was at the first. */
const SAMPLE_MS = 500
/** The kernel's unit of these figures, on every Linux of today. */
const TICKS_A_SECOND = 100

/** Returns the function that stops measuring and says the seconds so far; 0 where the system does not say. */
export function measureProcessor(pid: number): () => number {
  const ticksOf = new Map([[pid, 0]])
  const sample = () => {
    for (const { id, parent, ticks } of processes()) if (ticksOf.has(id) || ticksOf.has(parent)) ticksOf.set(id, ticks)
  }
  const timer = setInterval(sample, SAMPLE_MS)
  return () => {
    clearInterval(timer)
    return [...ticksOf.values()].reduce((sum, ticks) => sum + ticks, 0) / TICKS_A_SECOND
  }
}

/** In the order of their ids, which is nearly always that of parents before children. */
function processes(): { id: number; parent: number; ticks: number }[] {
  if (!existsSync('/proc/self/stat')) return []
  return readdirSync('/proc')
    .map(Number)
    .filter((id) => id > 0)
    .sort((a, b) => a - b)
    .flatMap((id) => {
      try {
        // The second field is a name in parentheses; then state, parent, and as 14th and 15th the time in the program and the kernel.
        const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
        return [{ id, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }]
      } catch {
        // It has ended meanwhile.
        return []
      }
    })
}
