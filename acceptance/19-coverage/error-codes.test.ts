import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { describedCodes } from './described-operations.ts'
import { provocations } from './provocations.ts'

// Every code of the catalogue is reached by a call, or is in the list of exceptions.

type Exception = { code: string; test?: string; reason: string }

const suite = resolve(import.meta.dirname, '..')
const demo = inject('demo')
const described = await describedCodes(demo.sandbox)
const exceptions = JSON.parse(
  readFileSync(join(import.meta.dirname, 'error-codes-elsewhere.json'), 'utf8'),
) as Exception[]

/** The rows of docs/specification/errors.md that begin with a code. Status null: only inside a batch. */
const specified = new Map(
  [
    ...readFileSync(resolve(suite, '../docs/specification/errors.md'), 'utf8').matchAll(
      /^\| `(\w+)` \| (\d{3}|none) \|/gm,
    ),
  ].map(([, code = '', status]): [string, number | null] => [
    code,
    status === 'none' ? null : Number(status),
  ]),
)

test('each code of the specification and of the product has a call that reaches it, or an exception', () => {
  expect(specified.size).toBeGreaterThan(40)
  const known = new Set([...specified.keys(), ...described.map(({ code }) => code)])
  const covered = [...Object.keys(provocations), ...exceptions.map(({ code }) => code)]
  expect(covered.toSorted()).toEqual([...known].toSorted())
})

test('the product describes each code with the status of the specification', () => {
  expect(described.filter(({ code, status }) => specified.get(code) !== status)).toEqual([])
})

test.each(Object.entries(provocations))(
  'a call is answered %s, with the specified status',
  async (code, provoke) => {
    expect(await provoke(demo, inject('dataDir'))).toEqual({ code, status: specified.get(code) })
  },
)

describe('the list of exceptions', () => {
  const isNeeded = ({ code, test: file }: Exception) =>
    file === undefined
      ? // The product cannot answer it. As soon as it describes the code, a call must reach it.
        !described.some((entry) => entry.code === code)
      : readFileSync(join(suite, file), 'utf8').includes(`'${code}'`)

  test('contains only codes of services that do not exist yet, and codes that another test reaches', () => {
    expect(exceptions.filter((exception) => !isNeeded(exception) || exception.reason === '')).toEqual([])
  })

  test('only becomes shorter: remove an exception that is not needed and lower this number', () => {
    expect(exceptions).toHaveLength(4)
  })
})
