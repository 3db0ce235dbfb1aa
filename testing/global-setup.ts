import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { unpackChromium } from './machine/unpack-chromium.ts'
import { startTestServer } from './test-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testServerSocket: string
  }
}

/**
 * One database server for the whole run. It starts when the first test connects to this socket, which returns the
 * address of the server. A run without a database test never starts it. Chromium is unpacked before the first test.
 */
const setUp = async (project: TestProject): Promise<() => Promise<void>> => {
  await unpackChromium()
  const directory = await mkdtemp(join(tmpdir(), 'nani-tests-'))
  const socket = join(directory, 'server')
  let starting: ReturnType<typeof startTestServer> | undefined
  const broker = createServer((connection) => {
    connection.on('error', () => {})
    starting ??= startTestServer()
    starting.then(
      ({ stop: _, ...server }) => connection.end(JSON.stringify(server)),
      (error: Error) => connection.end(JSON.stringify({ error: error.message })),
    )
  })
  await new Promise<void>((resolve) => broker.listen(socket, resolve))
  project.provide('testServerSocket', socket)
  return async () => {
    await new Promise((resolve) => broker.close(resolve))
    const server = await starting?.catch(() => undefined)
    await server?.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

export default setUp
