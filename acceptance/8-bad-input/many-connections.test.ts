import { connect, type Socket } from 'node:net'
import { afterAll, expect, inject, test } from 'vitest'
import { validate } from '../client/kyc.ts'

const { sandbox, production } = inject('demo')
const flood = 600
const perAddress = 256

const sockets: Socket[] = []
afterAll(() => {
  for (const socket of sockets) socket.destroy()
})

/** Idle connections from an address that no other test calls from. How many are still open shows in the sockets. */
const openFrom = (localAddress: string, baseUrl: string) => {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect({ host: hostname, port: Number(port), localAddress })
  sockets.push(socket)
  // A connection that is refused may be reset.
  socket.on('error', () => {})
  return new Promise<Socket>((resolve) => {
    socket.once('connect', () => resolve(socket))
    socket.once('close', () => resolve(socket))
  })
}

// Other systems than Linux give a process one loopback address.
test.skipIf(process.platform !== 'linux').each([
  ['sandbox', sandbox, '127.0.0.77'],
  ['production', production, '127.0.0.78'],
] as const)(
  'one address does not take the connections of others (%s)',
  async (_environment, application, address) => {
    const opened = await Promise.all(
      Array.from({ length: flood }, () => openFrom(address, application.base_url)),
    )
    const answers = await Promise.all(Array.from({ length: 5 }, () => validate(application, '0001')))
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
    const left = () => opened.filter(({ closed, readyState }) => !closed && readyState === 'open').length
    await expect.poll(left, { timeout: 5_000 }).toBeLessThanOrEqual(perAddress)
    // Those that never send a call are closed soon.
    await expect.poll(left, { timeout: 30_000 }).toBe(0)
  },
)
