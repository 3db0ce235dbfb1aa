import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { json } from 'node:stream/consumers'
import { newMachineEnvironment, repositoryRoot } from './start-installation.ts'

/** The exit code of a command, and what it printed. */
export type Printed = { code: number; out: string; err: string }

const maxSilenceMs = 120_000

export type CommandServer = { socket: string; stop(): Promise<void> }

/** One process that runs the commands of all tests. To start a process for each takes half a second of processor time. */
export const startCommandServer = async (): Promise<CommandServer> => {
  const child = spawn(process.execPath, ['packages/operator/src/testing/serve-commands.ts'], {
    ...{ cwd: repositoryRoot, env: newMachineEnvironment() },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const [socket] = await Promise.race([
    createInterface(child.stdout)
      [Symbol.asyncIterator]()
      .next()
      .then(({ value }) => [value as string | undefined]),
    exited.then(() => [undefined]),
  ])
  if (socket === undefined) throw new Error('the process for commands ended at its start')
  return {
    socket,
    async stop() {
      // It ends with its input, so that it also ends when this process is killed.
      child.stdin.end()
      await exited
    },
  }
}

/** Runs `nani …` in the process behind this socket. */
export const askCommandServer = async (
  socket: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Printed> => {
  const connection = connect(socket)
  connection.setTimeout(maxSilenceMs, () =>
    connection.destroy(new Error(`nani ${args.join(' ')} did not end in ${maxSilenceMs} ms`)),
  )
  connection.end(JSON.stringify({ args, env, cwd: repositoryRoot }))
  return (await json(connection)) as Printed
}
