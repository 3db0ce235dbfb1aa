import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { Declaration } from '../packages/server/src/gateway/acts/index.ts'
import { actsPage } from './acts-page.ts'
import {
  boundActs,
  type DeclaredAct,
  declaredActs,
  namesInSources,
  unreadableCalls,
} from './declared-acts.ts'

/*
 * The texts of the sources say which acts exist. The surfaces with their matrices of rights, and the page of acts, have
 * every one of them.
 */

/** Acts of members that no page of the console offers itself. A reading or an act of the same module does. It may only shrink. */
const withoutRoute = [
  'billing.calls_of_line',
  'billing.declare_payment',
  'billing.forecast',
  'billing.invoice',
  'billing.invoices',
  'billing.payments',
  'billing.prices',
  'billing.read_proof',
  'billing.request_payment',
  'billing.request_top_up',
  'billing.set_budget',
  'billing.set_threshold',
  'billing.show',
  'billing.top_ups',
  'disputes.answer',
  'disputes.list',
  'disputes.show',
]

/** Declared by a function that makes both. Their names are an argument. */
const madeByFunction = ['organizations.restore', 'organizations.suspend']

/** Steps of strangers that leave no entry in the log of acts. It may only shrink. */
const withoutEntry = ['enrolments.check_code', 'enrolments.start']

/** Inputs of commands that pass on more than is checked. It may only shrink. */
const openInputs = [
  'cases.export',
  'cases.list',
  'credit_records.import',
  'credit_scores.monitor',
  'faces.enrol',
  'lists.import',
  'register.generate',
  'register.import',
]

let declared: DeclaredAct[]
let bound: Set<Declaration>
beforeAll(async () => {
  declared = await declaredActs()
  bound = await boundActs()
})
const namesOf = (acts: readonly DeclaredAct[]) => acts.map(({ declaration }) => declaration.name).toSorted()
const hasRoute = ({ declaration }: DeclaredAct) => Object.keys(declaration.routes).length > 0

test('every act and reading of the sources is exported, so that lists, matrices and documents can have it', () => {
  expect(unreadableCalls()).toEqual([])
  const names = namesInSources().map(({ name }) => name)
  expect(names.length).toBeGreaterThan(150)
  expect(namesOf(declared)).toEqual([...names, ...madeByFunction].toSorted())
})

test('a name is declared once', () => {
  expect(new Set(namesOf(declared)).size).toBe(declared.length)
})

test('every act with a route is on its surface, and so in the matrix of rights', () => {
  expect(declared.filter((act) => hasRoute(act) && !bound.has(act.declaration))).toEqual([])
  const known = new Set(declared.map(({ declaration }) => declaration))
  expect([...bound].filter((declaration) => !known.has(declaration))).toEqual([])
})

test('every act of citizens and members has a route, except the listed ones', () => {
  const ofPeople = declared.filter(({ declaration: { actors } }) => actors.citizen || actors.member)
  expect(namesOf(ofPeople.filter((act) => !hasRoute(act)))).toEqual(withoutRoute)
})

test('every act leaves an entry, except the listed steps of strangers', () => {
  const unrecorded = declared.filter(({ declaration: { kind, recorded } }) => kind === 'act' && !recorded)
  expect(namesOf(unrecorded)).toEqual(withoutEntry)
})

test('every act has a sentence in English and another one in French', () => {
  for (const { declaration } of declared) {
    const { en, fr } = declaration.sentence
    expect(en, declaration.name).toMatch(/^[A-Z].{5,}/)
    expect(fr, declaration.name).toMatch(/^\p{Lu}.{5,}/u)
    expect(fr, declaration.name).not.toBe(en)
  }
})

test('every input refuses members of other names, except the listed ones', () => {
  const open = declared.filter(
    ({ declaration }) =>
      (declaration.input as { additionalProperties?: unknown }).additionalProperties !== false,
  )
  expect(namesOf(open)).toEqual(openInputs)
})

test('the page of acts has the declarations (npm run docs:acts)', async () => {
  expect(readFileSync(join(import.meta.dirname, '../docs/acts.md'), 'utf8')).toBe(await actsPage())
})
