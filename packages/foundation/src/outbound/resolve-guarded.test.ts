import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { publicOnly } from './check-url.ts'
import { resolveGuarded, systemLookup } from './resolve-guarded.ts'

const resolve = (url: string, addresses: string[]) =>
  resolveGuarded(url, publicOnly, { lookup: async () => addresses })

test('every address of a name must pass', async () => {
  expect((await resolve('https://example.org/', ['8.8.8.8', '2606:4700::1'])).addresses).toEqual([
    '8.8.8.8',
    '2606:4700::1',
  ])
  for (const bad of ['127.0.0.1', '10.0.0.1', '::1', '::ffff:8.8.8.8', 'fd00::1', '169.254.169.254']) {
    await expect(resolve('https://example.org/', ['8.8.8.8', bad])).rejects.toMatchObject({
      reason: 'address_refused',
    })
  }
})

test('a name without an address, or that cannot be resolved, is refused', async () => {
  await expect(resolve('https://example.org/', [])).rejects.toMatchObject({ reason: 'name_not_found' })
  const lookup = async () => {
    throw Object.assign(new Error('no'), { code: 'ENOTFOUND' })
  }
  await expect(resolveGuarded('https://example.org/', publicOnly, { lookup })).rejects.toMatchObject({
    reason: 'name_not_found',
  })
})

test('an address needs no look-up', async () => {
  const lookup = async () => {
    throw new Error('was asked')
  }
  expect((await resolveGuarded('https://[2606:4700::1]/', publicOnly, { lookup })).addresses).toEqual([
    '2606:4700::1',
  ])
})

/** Answers each question with one record (A 192.0.2.7 and AAAA ::1), or not at all. */
const startNameServer = async (answers: boolean) => {
  const socket = createSocket('udp4')
  socket.on('message', (question, from) => {
    if (!answers) return
    const end = question.indexOf(0, 12) + 5
    const v4 = question.readUInt16BE(end - 4) === 1
    const address = v4 ? [192, 0, 2, 7] : [...Buffer.alloc(15), 1]
    const head = Buffer.concat([question.subarray(0, 2), Buffer.from([0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0])])
    const record = Buffer.from([0xc0, 0x0c, 0, v4 ? 1 : 28, 0, 1, 0, 0, 0, 60, 0, address.length, ...address])
    socket.send(Buffer.concat([head, question.subarray(12, end), record]), from.port, from.address)
  })
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done))
  return { server: `127.0.0.1:${(socket.address() as AddressInfo).port}`, stop: () => socket.close() }
}

test('both address families of a name are requested', async () => {
  const names = await startNameServer(true)
  const lookup = systemLookup(500, [names.server])
  expect(await lookup('receiver.example')).toEqual(['192.0.2.7', '::1'])
  names.stop()
})

test('a name server that does not answer causes no wait', async () => {
  const names = await startNameServer(false)
  const lookup = systemLookup(50, [names.server])
  await expect(resolveGuarded('https://receiver.example/', publicOnly, { lookup })).rejects.toMatchObject({
    reason: 'name_not_found',
  })
  names.stop()
})
