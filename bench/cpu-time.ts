import { readdirSync, readFileSync } from 'node:fs'

const tickMs = 10

/** Fields of /proc/[pid]/stat after the name, which can contain spaces. The first is the state. */
const statOf = (pid: number): string[] => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

const processesUnder = (pid: number): number[] => {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((other) => other > 0 && parentOf(other) === pid)
  return children.flatMap((child) => [child, ...processesUnder(child)])
}

const parentOf = (pid: number): number => {
  try {
    return Number(statOf(pid)[1])
  } catch {
    // It ended between the listing and the reading.
    return 0
  }
}

/** Its own time, and with `ended` that of its ended children. */
const cpuMsOf = (pid: number, ended: boolean): number => {
  try {
    const ticks = statOf(pid).slice(11, ended ? 15 : 13)
    return ticks.reduce((sum, count) => sum + Number(count) * tickMs, 0)
  } catch {
    return 0
  }
}

/** The CPU time of a process, and that of its child processes (its database). NaN without /proc. */
export const cpuTimeMs = (pid: number): { own: number; started: number } => {
  if (process.platform !== 'linux') return { own: Number.NaN, started: Number.NaN }
  const started = processesUnder(pid).reduce((sum, child) => sum + cpuMsOf(child, true), 0)
  return { own: cpuMsOf(pid, false), started }
}

/** Measures the CPU time of a process and of its database during work on `count` items, per 1,000 of them. */
export const cpuOfItems = async <Result>(
  pid: number,
  count: number,
  work: () => Promise<Result>,
): Promise<{ result: Result; cpu: string }> => {
  const before = cpuTimeMs(pid)
  const result = await work()
  const after = cpuTimeMs(pid)
  const each = (ms: number) => `${(ms / count).toFixed(3)} s`
  const [own, started] = [after.own - before.own, after.started - before.started]
  return { result, cpu: `CPU for 1,000: server ${each(own)}, database ${each(started)}` }
}
