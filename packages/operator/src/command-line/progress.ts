import type { Terminal } from '@nani/cli'
import { SingleBar } from 'cli-progress'

export type Progress = { update(done: number, total: number, note: string): void; stop(): void }

/** A bar for a person, on standard error; a line at each tenth elsewhere; nothing when JSON was asked for. */
export const progressOf = (terminal: Terminal, what: string, json: boolean): Progress => {
  if (json) return { update: () => {}, stop: () => {} }
  return terminal.interactive ? bar(what) : lines(terminal, what)
}

const bar = (what: string): Progress => {
  const shown = new SingleBar({
    format: `${what} {bar} {percentage}% · {eta_formatted} left`,
    hideCursor: true,
  })
  let started = false
  return {
    update(done, total) {
      if (!started) shown.start(total, 0)
      started = true
      shown.update(done)
    },
    stop() {
      if (started) shown.stop()
    },
  }
}

const lines = (terminal: Terminal, what: string): Progress => {
  let tenths = 0
  return {
    update(done, total, note) {
      const reached = total === 0 ? 10 : Math.floor((done / total) * 10)
      if (reached <= tenths) return
      tenths = reached
      terminal.err(`${what} ${reached * 10} % · ${note}\n`)
    },
    stop: () => {},
  }
}
