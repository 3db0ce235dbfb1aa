import type { LoadOrder, LoadReport } from './load.ts'
import { applyLoad } from './processes.ts'

export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0

/** Prints the rate and the latencies of several runs, and returns the rate. A refusal is fast, so a rate with refusals means nothing. */
export const show = (name: string, reports: readonly LoadReport[]): number => {
  const perSecond = median(reports.map((report) => report.calls / report.seconds))
  const p50 = median(reports.map((report) => report.p50Ms)).toFixed(1)
  const p99 = median(reports.map((report) => report.p99Ms)).toFixed(1)
  const failed = reports.reduce((total, report) => total + report.failed, 0)
  console.log(
    `  ${name.padEnd(34)} ${perSecond.toFixed(0).padStart(6)} calls/s   p50 ${p50} ms   p99 ${p99} ms   failed ${failed}`,
  )
  if (failed > 0)
    throw new Error(`${failed} calls of ${name} failed: the rate is not that of successful calls`)
  return perSecond
}

/** One of the ways in which the same calls are made. `prepare` returns what is sent. */
export type Turn = { name: string; prepare(): Promise<LoadOrder> }

/** The calls of a run that is not counted. */
const warmUpCalls = 4_000

/** The same calls in several ways, in turns, so that all of them have the same machine. Each is compared with the first. */
export const compareInTurns = async (turns: readonly Turn[], rounds: number): Promise<void> => {
  const reports = new Map<Turn, LoadReport[]>(turns.map((turn) => [turn, []]))
  for (const { prepare } of turns.toReversed()) {
    const order = await prepare()
    await applyLoad({ ...order, calls: Math.min(warmUpCalls, order.calls) })
  }
  for (let round = 0; round < rounds; round++) {
    const first = round % turns.length
    for (const turn of [...turns.slice(first), ...turns.slice(0, first)])
      reports.get(turn)?.push(await applyLoad(await turn.prepare()))
  }
  const [base, ...others] = turns.map((turn) => ({
    name: turn.name,
    perSecond: show(turn.name, reports.get(turn) ?? []),
  }))
  for (const { name, perSecond } of others)
    console.log(`  ${name}: ${(perSecond / (base?.perSecond ?? 0)).toFixed(3)} of ${base?.name}`)
}
