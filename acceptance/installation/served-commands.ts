import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { json } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { newMachineEnvironment, repositoryRoot } from './start-installation.ts'

/** The exit code of a command, and what it printed. */
export type Printed = { code: number; out: string; err: string }

const maxSilenceMs = 120_000
const maxStartMs = 20_000

export type CommandServer = { socket: string; stop(): Promise<void> }

const startOne = async (place: string[]) => {
  const child = spawn(process.execPath, ['packages/operator/src/testing/serve-commands.ts', ...place], {
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
  return { child, socket, exited }
}

/**
 * One process that runs the commands of all tests. To start a process for each takes half a second of processor time. When it
 * ends, another one takes its place, so that only the tests of the commands that it ran fail.
 */
export const startCommandServer = async (): Promise<CommandServer> => {
  let current = await startOne([])
  const { socket } = current
  let isStopping = false
  const keepOne = async (): Promise<void> => {
    await current.exited
    if (isStopping) return
    current = await startOne([socket])
    if (isStopping) current.child.stdin.end()
    await keepOne()
  }
  const kept = keepOne().catch((error) => console.error(error))
  return {
    socket,
    async stop() {
      isStopping = true
      // It ends with its input, so that it also ends when this process is killed.
      current.child.stdin.end()
      await kept
    },
  }
}

/** Connects, and waits while another process takes the place of one that ended. */
const connected = async (socket: string): Promise<Socket> => {
  for (const deadline = Date.now() + maxStartMs; ; await setTimeout(100)) {
    const connection = connect({ path: socket, allowHalfOpen: true })
    try {
      await once(connection, 'connect')
      return connection
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
  }
}

/** Runs `nani …` in the process behind this socket. */
export const askCommandServer = async (
  socket: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Printed> => {
  const connection = await connected(socket)
  connection.setTimeout(maxSilenceMs, () =>
    connection.destroy(new Error(`nani ${args.join(' ')} did not end in ${maxSilenceMs} ms`)),
  )
  connection.end(JSON.stringify({ args, env, cwd: repositoryRoot }))
  try {
    return (await json(connection)) as Printed
  } catch (cause) {
    throw new Error(`the process for commands gave no answer to: nani ${args.join(' ')}`, { cause })
  }
}
