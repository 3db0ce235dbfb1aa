import { existsSync } from 'node:fs'
import { performance } from 'node:perf_hooks'

/*
 * Preloaded into a process, it moves what the process takes for the time, as a wrong clock of its machine would: by
 * ACCEPTANCE_CLOCK_SHIFT_MS, and only while ACCEPTANCE_CLOCK_SHIFT_FILE exists, where one is named.
 */

const shiftMs = Number(process.env.ACCEPTANCE_CLOCK_SHIFT_MS ?? 0)
const file = process.env.ACCEPTANCE_CLOCK_SHIFT_FILE
const lookEveryMs = 20
const RealDate = Date

let lookedMs = Number.NEGATIVE_INFINITY
let shifts = file === undefined

const now = (): number => {
  if (file !== undefined && performance.now() - lookedMs > lookEveryMs) {
    lookedMs = performance.now()
    shifts = existsSync(file)
  }
  return RealDate.now() + (shifts ? shiftMs : 0)
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, parameters, newTarget) =>
    Reflect.construct(target, parameters.length === 0 ? [now()] : parameters, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
