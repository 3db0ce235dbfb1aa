import { pathToFileURL } from 'node:url'

const preload = pathToFileURL(`${import.meta.dirname}/shift-clock.ts`).href

/** The environment of a process whose clock is wrong by `shiftMs`; with `file`, only while that file exists. */
export const wrongClock = (shiftMs: number, file?: string): NodeJS.ProcessEnv => ({
  NODE_OPTIONS: `--import=${preload}`,
  ACCEPTANCE_CLOCK_SHIFT_MS: String(shiftMs),
  ...(file === undefined ? {} : { ACCEPTANCE_CLOCK_SHIFT_FILE: file }),
})
