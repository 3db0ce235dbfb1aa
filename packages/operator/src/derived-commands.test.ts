import { expect, test } from 'vitest'
import { runInMemory } from './testing/run-in-memory.ts'

const areas = [
  ...['applications', 'organizations', 'reviews', 'register', 'credit-records', 'credit-model', 'face'],
  ...['lists', 'monitors', 'dispositions', 'cases', 'consents', 'disputes'],
  ...['alarms', 'audit', 'logs', 'webhooks', 'receipts', 'sign-in', 'billing'],
]

const help = async (...words: string[]): Promise<string> => {
  const { code, out, err } = await runInMemory([...words, '--help'], { env: {}, cwd: '/nowhere' })
  expect({ words, code, err }).toEqual({ words, code: 0, err: '' })
  return out
}

/** The names of the commands that a help lists. */
const commandsOf = (text: string): string[] =>
  (
    text
      .split(/^Commands.*:$/m)
      .slice(1)
      .join('\n')
      .match(/^ {2}([a-z][a-z-]*)/gm) ?? []
  ).map((one) => one.trim())

test.each(areas)('each command of nani %s has a description, an example and --as', async (name) => {
  const commands = commandsOf(await help(name))
  expect(commands.length).toBeGreaterThan(0)
  for (const command of commands) {
    if (command === 'calibration') continue
    const text = await help(name, command)
    expect(text).toMatch(/Example:\n {2}\$ nani /)
    if (!['face', 'audit'].includes(name)) expect(text).toContain('--as <name>')
  }
})

test('an option has the kind of its member: words, numbers, and whether it must be there', async () => {
  const text = await help('billing', 'declare-payment')
  expect(text).toMatch(/--method <method> +how it was paid/)
  const missing = await runInMemory(['billing', 'reject-top-up', 'top_1'], { env: {}, cwd: '/nowhere' })
  expect(missing).toMatchObject({ code: 2, err: expect.stringContaining('--reason') })
  const unknown = await runInMemory(['billing', 'mode', 'barter'], { env: {}, cwd: '/nowhere' })
  expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('prepaid, postpaid') })
})

test('the help names the second person and the audit of a reading, as the act declares them', async () => {
  expect(await help('billing', 'void')).toContain('it needs two people')
  expect(await help('consents', 'show')).toContain('the reading is audited')
})

test('nani help AREA lists the commands of an area', async () => {
  const { code, out } = await runInMemory(['help', 'billing'], { env: {}, cwd: '/nowhere' })
  expect({ code, listed: out.includes('approve-payment') }).toEqual({ code: 0, listed: true })
})
