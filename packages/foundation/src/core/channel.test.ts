import { expect, test } from 'vitest'
import { createChannel } from './channel.ts'

test('every subscriber receives each value that is sent after it subscribed', () => {
  const channel = createChannel<number>()
  const received: string[] = []
  channel.send(0)
  channel.subscribe((value) => received.push(`first ${value}`))
  channel.send(1)
  channel.subscribe((value) => received.push(`second ${value}`))
  channel.send(2)
  expect(received).toEqual(['first 1', 'first 2', 'second 2'])
})
