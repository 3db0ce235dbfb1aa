import { createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { openAppPool } from '../../testing/modes.ts'
import { testPlatform } from '../../testing/platform.ts'
import { mailModule } from './module.ts'

/** Mail through a server of SMTP, as NANI_SMTP_URL names it. */

/** Speaks what a client of SMTP needs (RFC 5321), without TLS. `refuses` says which recipients it does not accept. */
const startSmtp = async (refuses: (recipient: string) => boolean = () => false) => {
  const received: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.setEncoding('utf8'))
    socket.on('error', () => {})
    let [waiting, isData] = ['', false]
    const reply = (line: string) => socket.write(`${line}\r\n`)
    const command = (line: string) => {
      if (/^RCPT TO:/i.test(line)) return reply(refuses(line) ? '451 Not now' : '250 OK')
      if (/^QUIT/i.test(line)) return socket.end('221 Bye\r\n')
      if (!/^DATA/i.test(line)) return reply('250 OK')
      isData = true
      return reply('354 Send it')
    }
    socket.on('data', (text: string) => {
      waiting += text
      for (;;) {
        const mark = isData ? '\r\n.\r\n' : '\r\n'
        const end = waiting.indexOf(mark)
        if (end < 0) return
        const part = waiting.slice(0, end)
        waiting = waiting.slice(end + mark.length)
        if (!isData) command(part)
        else {
          isData = false
          received.push(part)
          reply('250 Accepted')
        }
      }
    })
    reply('220 smtp.example.cd')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    received,
    url: `smtp://127.0.0.1:${port}`,
    stop: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

let database: TestDatabase
const stops: (() => unknown)[] = []
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
  await database.drop()
})

const rootKey = Buffer.alloc(32, 5)
/** The mail of one process, with connections of its own. */
const openMail = async (smtpUrl: string) => {
  const pool = openAppPool(database)
  const logged: string[] = []
  const log = (line: string) => void logged.push(line)
  const platform = testPlatform(database, pool, log, { nowMs: Date.now(), rootKey })
  const { provides, work, stop } = await mailModule.open(
    { ...platform, demo: 'none', isDemo: async () => false },
    { smtpUrl, mailFrom: 'Nani <nani@example.cd>' },
  )
  stops.push(async () => {
    await stop?.()
    await pool.end()
  })
  return { ...provides.mail, pool, logged, work: async () => work?.() }
}
const mailTo = (to: string) => ({ to, subject: 'Invitation', text: `The secret link of ${to}` })
const rows = async () =>
  (
    await database.pool.query<{ state: string; bytes: number; attempts: number; is_sent: boolean }>(
      'select state, length(sealed_mail) as bytes, attempts, sent_at is not null as is_sent from mails',
    )
  ).rows
const within = { timeout: 20_000 }
const erased = { state: 'sent', bytes: 0, is_sent: true }

test('an accepted mail is erased, and its text is nowhere in the log', async () => {
  const smtp = await startSmtp()
  stops.push(smtp.stop)
  const mail = await openMail(smtp.url)
  await mail.write(mail.pool, mailTo('amina@example.cd'))
  const [before] = await rows()
  expect(before).toMatchObject({ state: 'waiting', is_sent: false })
  expect(before?.bytes).toBeGreaterThan(0)
  await mail.work()
  mail.wake()
  await expect.poll(rows, within).toEqual([{ ...erased, attempts: 1 }])
  expect(smtp.received).toHaveLength(1)
  for (const part of ['To: amina@example.cd', 'From: Nani <nani@example.cd>', 'The secret link of'])
    expect(smtp.received[0]).toContain(part)
  expect(mail.logged).toEqual([])
})

test('a refused mail waits, is sent again, and stops no other', async () => {
  let isFull = true
  const smtp = await startSmtp((recipient) => isFull && recipient.includes('full@'))
  stops.push(smtp.stop)
  const mail = await openMail(smtp.url)
  for (const to of ['full@example.cd', 'amina@example.cd']) await mail.write(mail.pool, mailTo(to))
  await mail.work()
  mail.wake()
  await expect
    .poll(async () => (await rows()).map(({ state }) => state).toSorted(), within)
    .toEqual(['sent', 'waiting'])
  // The lease of a mail that is being sent ends later than the pause before its next attempt.
  const isPaused = async () =>
    (
      await database.pool.query(
        `select from mails where state = 'waiting' and next_attempt_at < now() + interval '30 seconds'`,
      )
    ).rowCount
  await expect.poll(isPaused, within).toBe(1)
  expect(mail.logged).toEqual(['mail: Error [EENVELOPE_451]'])
  isFull = false
  await database.pool.query('update mails set next_attempt_at = now()')
  mail.wake()
  await expect.poll(async () => (await rows()).map(({ state }) => state), within).toEqual(['sent', 'sent'])
  expect(smtp.received.filter((text) => text.includes('To: full@example.cd'))).toHaveLength(1)
  expect(smtp.received).toHaveLength(2)
})

test('of two processes, each mail is sent by one', async () => {
  const smtp = await startSmtp()
  stops.push(smtp.stop)
  const [one, other] = [await openMail(smtp.url), await openMail(smtp.url)]
  // More than two processes take at once.
  const people = Array.from({ length: 50 }, (_, index) => `person${index}@example.cd`)
  for (const to of people) await one.write(one.pool, mailTo(to))
  await Promise.all([one.work(), other.work()])
  for (const mail of [one, other]) mail.wake()
  await expect
    .poll(async () => (await rows()).filter(({ state }) => state === 'sent').length, within)
    .toBe(50)
  const sent = smtp.received.map((text) => /^To: (.+)$/m.exec(text)?.[1]?.trim())
  expect(sent.toSorted()).toEqual(people.toSorted())
})
