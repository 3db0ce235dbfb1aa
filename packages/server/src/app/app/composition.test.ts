import { wholeNumberSetting } from '@nani/foundation/core/index.ts'
import { defineModule } from '@nani/foundation/platform/index.ts'
import { expect, test } from 'vitest'
import { composition } from './composition.ts'

type Platform = { note(text: string): void }

const setup = () => {
  const notes: string[] = []
  return { notes, platform: { note: (text: string) => void notes.push(text) } }
}
const noted = (name: string) => ({
  name,
  open: ({ note }: Platform) => {
    note(`open ${name}`)
    return { start: () => note(`start ${name}`), stop: () => note(`stop ${name}`) }
  },
})
const failing = {
  name: 'failing',
  open: () => {
    throw new Error('cannot open')
  },
}
const threadSettings = {
  threads: wholeNumberSetting({
    variable: 'NANI_THREADS',
    purpose: 'Threads',
    byDefault: '`2`',
    initial: 2,
    max: 8,
  }),
}

test('modules open in order, start after the last one is open, and stop in the reverse order', async () => {
  const { notes, platform } = setup()
  const running = await composition<Platform>().use(noted('a')).use(noted('b')).open(platform, {})
  await running.stop()
  expect(notes).toEqual(['open a', 'open b', 'start a', 'start b', 'stop b', 'stop a'])
})

test('a process that does not work starts modules, and none of the work that others do', async () => {
  const { notes, platform } = setup()
  const working = {
    name: 'working',
    open: ({ note }: Platform) => ({
      start: () => note('start'),
      work: () => note('work'),
      stop: () => note('stop'),
    }),
  }
  for (const works of [false, true])
    await (await composition<Platform>().use(working).open(platform, {}, works)).stop()
  expect(notes).toEqual(['start', 'stop', 'start', 'work', 'stop'])
})

test('if a module does not open, those before it stop and nothing starts', async () => {
  const { notes, platform } = setup()
  const modules = composition<Platform>().use(noted('a')).use(failing).use(noted('b'))
  await expect(modules.open(platform, {})).rejects.toThrow('cannot open')
  expect(notes).toEqual(['open a', 'stop a'])
})

test('if a module does not stop, the others stop all the same', async () => {
  const { notes, platform } = setup()
  const stuck = { name: 'stuck', open: () => ({ stop: () => Promise.reject(new Error('stuck')) }) }
  const running = await composition<Platform>().use(noted('a')).use(stuck).use(noted('b')).open(platform, {})
  await expect(running.stop()).rejects.toThrow('did not stop')
  expect(notes.slice(-2)).toEqual(['stop b', 'stop a'])
})

test('a module gets its settings and what earlier modules provide', async () => {
  const { notes, platform } = setup()
  const first = defineModule({
    name: 'first',
    settings: threadSettings,
    open: (_needs: Platform, { threads }) => ({ provides: { doubled: threads * 2 } }),
  })
  const second = defineModule({
    name: 'second',
    open({ note, doubled }: Platform & { doubled: number }) {
      note(`doubled ${doubled}`)
      return {}
    },
  })
  const modules = composition<Platform>().use(first).use(second)
  expect(Object.keys(modules.settings)).toEqual(['threads'])
  const { context } = await modules.open(platform, { threads: 3 })
  expect([notes, context.doubled]).toEqual([['doubled 6'], 6])
  // @ts-expect-error no earlier module provides `doubled`
  composition<Platform>().use(second)
  // @ts-expect-error the setting of the first module is missing
  void (() => modules.open(platform, {}))
})

test('a module reads what earlier modules contributed; a later contribution stops the start', async () => {
  const { platform } = setup()
  const task = async () => {}
  const contributing = { name: 'contributing', open: () => ({ hourly: [task] }) }
  const read: unknown[] = []
  const reading = {
    name: 'reading',
    open({ contributed }: { contributed: { hourly: readonly unknown[] } }) {
      read.push(...contributed.hourly)
      return {}
    },
  }
  await composition<Platform>().use(contributing).use(reading).open(platform, {})
  expect(read).toEqual([task])
  const late = composition<Platform>().use(reading).use(contributing)
  await expect(late.open(platform, {})).rejects.toThrow(
    'module contributing contributes hourly after module reading read them',
  )
})

test('an unknown part, and a value that exists already, stop the start', async () => {
  const { platform } = setup()
  const misspelt = { name: 'misspelt', open: () => ({ start() {}, servces: [] }) }
  await expect(composition<Platform>().use(misspelt).open(platform, {})).rejects.toThrow(
    'module misspelt has an unknown part: servces',
  )
  const taken = { name: 'taken', open: () => ({ provides: { note: 1 } }) }
  await expect(composition<Platform>().use(taken).open(platform, {})).rejects.toThrow(
    'module taken provides note, which exists already',
  )
})
