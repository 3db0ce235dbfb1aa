import type { Terminal } from './terminal.ts'

/** The terminal of this process. A pipe that is closed early ("nani results ID | head") ends it without an error. */
export const processTerminal = (installationDir: string | null): Terminal => {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    color: process.stdout.isTTY === true && !process.env.NO_COLOR,
    interactive: process.stderr.isTTY === true,
    onInterrupt(stop) {
      const signals = ['SIGINT', 'SIGTERM'] as const
      for (const signal of signals) process.once(signal, stop)
      return () => {
        for (const signal of signals) process.removeListener(signal, stop)
      }
    },
    env: process.env,
    cwd: process.cwd(),
    installationDir,
  }
}
