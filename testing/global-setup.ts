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

/** Vitest loads this file for each project. What the projects of a run share is a member of their process. */
const ofRun = globalThis as { testServer?: ReturnType<typeof startTestServer> | undefined }
const server = () => (ofRun.testServer ??= startTestServer())

const stopServer = async (): Promise<void> => {
  const starting = ofRun.testServer
  ofRun.testServer = undefined
  await (await starting?.catch(() => undefined))?.stop()
}

/**
 * One database server for the whole run. It starts when the first test connects to the socket of its project, which returns
 * the address of the server. A run without a database test never starts it. Chromium is unpacked before the first test.
 */
const setUp = async (project: TestProject): Promise<() => Promise<void>> => {
  // CI runs every test. Its server starts during the setup of the acceptance suite, which needs one core.
  if (process.env.CI) server().catch(() => {})
  await unpackChromium()
  const directory = await mkdtemp(join(tmpdir(), 'nani-tests-'))
  const socket = join(directory, 'server')
  const broker = createServer((connection) => {
    connection.on('error', () => {})
    server().then(
      ({ stop: _, ...found }) => connection.end(JSON.stringify(found)),
      (error: Error) => connection.end(JSON.stringify({ error: error.message })),
    )
  })
  await new Promise<void>((resolve) => broker.listen(socket, resolve))
  project.provide('testServerSocket', socket)
  return async () => {
    await new Promise((resolve) => broker.close(resolve))
    await stopServer()
    await rm(directory, { recursive: true, force: true })
  }
}

export default setUp
