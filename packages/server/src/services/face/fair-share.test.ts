import { expect, test } from 'vitest'
import { fairShare } from './fair-share.ts'

const held = () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  return { work: () => promise, end: () => resolve('done') }
}
const codeOf = ({ code }: { code: string }) => code

test('one application has its share and no more, and what it does not use is the others’', async () => {
  const share = fairShare(2)
  const [first, second] = [held(), held()]
  const waiting = [share('a', first.work), share('a', second.work)]
  expect(await share('a', first.work).catch(codeOf)).toBe('overloaded')
  expect(await share('b', async () => 'served')).toBe('served')
  first.end()
  expect(await waiting[0]).toBe('done')
  expect(await share('a', async () => 'served')).toBe('served')
  second.end()
  await waiting[1]
})

test('what fails gives its place back', async () => {
  const share = fairShare(1)
  const failed = share('a', () => Promise.reject(new Error('broken')))
  await expect(failed).rejects.toThrow('broken')
  expect(await share('a', async () => 'served')).toBe('served')
})
