import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answer, nani } from '../../testing/run-nani.ts'

let folder: string
let file: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nani-create-batch-'))
  file = join(folder, 'people.csv')
  writeFileSync(file, 'reference,identifier\na,COD-0000-0000-0001\n')
})
afterAll(() => rmSync(folder, { recursive: true }))

const accepted = answer({ id: 'bat_1', object: 'batch', total_items: 1 }, 202)
const noResults = answer({ object: 'list', data: [], next_cursor: null })
const refused = answer({ error: 'insufficient_balance', message: 'Refused.', request_id: 'req_1' }, 402)
const shownKey = /^To repeat safely: --idempotency-key ([0-9a-f-]{36})$/m

test('a command whose call fails has shown the key of the batch, and sends the same one when it is repeated with it', async () => {
  const failed = await nani(['batch', 'create', file], [refused])
  const key = shownKey.exec(failed.err)?.[1]
  expect({ code: failed.code, key }).toEqual({ code: 1, key: failed.seen[0]!.idempotencyKey })

  const repeated = await nani(
    ['batch', 'create', file, '--idempotency-key', String(key)],
    [accepted, noResults],
  )
  expect(repeated.seen[0]).toMatchObject({ idempotencyKey: key, body: failed.seen[0]!.body })
  expect(repeated.err).not.toMatch(shownKey)
})

test('each command without a key has a new one, and standard output has the results only', async () => {
  const runs = [
    await nani(['batch', 'create', file], [accepted, noResults]),
    await nani(['batch', 'create', file], [accepted, noResults]),
  ]
  expect(new Set(runs.map(({ err }) => shownKey.exec(err)?.[1])).size).toBe(2)
  expect(runs.map(({ out }) => out)).toEqual(Array(2).fill('reference,status,result,id,error,message\r\n'))
})
