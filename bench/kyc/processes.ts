import { type ChildProcess, fork, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoadOrder, LoadReport, LoadStart } from './load.ts'
import type { Credentials } from './signed-requests.ts'

const root = join(import.meta.dirname, '../..')

export type Running = { credentials: Credentials; pid: number; stop(): Promise<void> }
/** With the credentials of production. */
export type Product = Running & { production: Credentials }

const ended = (child: ChildProcess) => new Promise<void>((resolve) => child.once('exit', () => resolve()))

/** Starts the processes of the product like `npm start`, and waits until they are ready. */
export const startServer = async (
  dataDir: string,
  extra: NodeJS.ProcessEnv = {},
): Promise<Omit<Running, 'credentials'>> => {
  const child = spawn(process.execPath, [join(root, 'packages/server/src/main.ts')], {
    env: {
      ...process.env,
      NANI_DATA_DIR: dataDir,
      NANI_SANDBOX_PORT: '0',
      NANI_PRODUCTION_PORT: '0',
      NANI_CITIZEN_PORT: '0',
      NANI_CONSOLE_PORT: '0',
      NANI_DESK_PORT: '0',
      NANI_CONNECTIONS_PER_ADDRESS: '10000',
      ...extra,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors = (errors + chunk).slice(-4_000)
  })
  await new Promise<void>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
      if (output.includes('Nani is ready')) resolve()
    })
    child.once('exit', () => reject(new Error(`the product did not start:\n${errors}`)))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended(child)
  }
  return { pid: child.pid as number, stop }
}

/** The same, with the credentials of the demo. */
export const startProduct = async (dataDir: string, extra: NodeJS.ProcessEnv = {}): Promise<Product> => {
  const server = await startServer(dataDir, extra)
  const file = JSON.parse(await readFile(join(dataDir, 'demo-credentials.json'), 'utf8'))
  return { ...server, credentials: file.sandbox, production: file.production }
}

/** Starts a floor on the product's database with the product's keys. */
export const startFloor = async (
  credentials: Credentials,
  databaseUrl: string,
  read: boolean,
): Promise<Running> => {
  const child = fork(join(import.meta.dirname, 'floor-server.ts'), {
    env: {
      ...process.env,
      FLOOR_CREDENTIALS: JSON.stringify(credentials),
      FLOOR_DATABASE: databaseUrl,
      FLOOR_READ: read ? '1' : '0',
    },
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { port: number }).port))
    child.once('exit', () => reject(new Error('the floor did not start')))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended(child)
  }
  return {
    credentials: { ...credentials, base_url: `http://127.0.0.1:${port}` },
    pid: child.pid as number,
    stop,
  }
}

/** One run of the load generator, in a separate process. */
export const applyLoad = async (order: LoadOrder, onStart = () => {}): Promise<LoadReport> => {
  const child = fork(join(import.meta.dirname, 'load.ts'))
  const report = await new Promise<LoadReport>((resolve, reject) => {
    child.on('message', (message) =>
      message === ('started' satisfies LoadStart) ? onStart() : resolve(message as LoadReport),
    )
    child.once('exit', () => reject(new Error('the load generator ended early')))
    child.send(order)
  })
  child.kill()
  return report
}
