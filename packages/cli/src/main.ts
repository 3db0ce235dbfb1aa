import { run } from './run.ts'

// "nani results ID | head" closes the pipe early: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

process.exitCode = await run(process.argv.slice(2), {
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
})
