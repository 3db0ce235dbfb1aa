import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { naniJson } from '../installation/nani-command.ts'
import {
  type Installation,
  removeInstallation,
  startInstallation,
} from '../installation/start-installation.ts'
import { startedDataDir } from '../installation/started-data-dir.ts'
import { cases, casesJson, errorOf, naniError, reportFraud } from './desk.ts'

/** An installation of its own, because a rule of two people holds for every case. */
let dataDir: string
let installation: Installation
/** Two reported cases. */
let decidedAlone: string
let proposed: string

type Environment = NodeJS.ProcessEnv
const named = (args: string[], name: string) => [...args, '--environment', 'production', '--as', name]
const act = (args: string[], env: Environment = {}, name = 'Amani') =>
  errorOf(dataDir, named(args, name), env)
const acts = async (subject: string) => {
  const { data } = await naniJson<{
    data: { actor_kind: string; action: string; after: Record<string, unknown> }[]
  }>(dataDir, 'acts', '--subject', subject)
  return data
}
const changes = async (variable: string) =>
  (await acts(variable)).map(({ actor_kind, action, after }) => ({ actor_kind, action, after }))

beforeAll(async () => {
  dataDir = startedDataDir()
  installation = await startInstallation(dataDir, { NANI_FRAUD_TWO_PEOPLE: 'false' })
  const report = async () => (await reportFraud(installation.demo.production)).case_number
  ;[decidedAlone, proposed] = [await report(), await report()]
})
afterAll(() => removeInstallation(dataDir, installation))

const isLoginUnknown = (): boolean => {
  try {
    return Number(readFileSync('/proc/self/loginuid', 'utf8')) === 4_294_967_295
  } catch {
    return true
  }
}

const setByStart = { actor_kind: 'system', action: 'installation.set_rule' }

describe('the rules of two people', { concurrent: false, shuffle: false }, () => {
  test('a start lets one person decide: it names this, records it, and commands need no variable', {
    timeout: 240_000,
  }, async () => {
    expect(installation.output()).toContain('One person may confirm a fraud case alone')
    expect(await changes('NANI_FRAUD_TWO_PEOPLE')).toEqual([
      { ...setByStart, after: { fraud_two_people: false } },
    ])
    expect(await act(['start', decidedAlone])).toBe(null)
    expect(await act(['propose', decidedAlone, 'confirmed', '--reason', 'r'])).toBe(null)
    const accept = ['decide', decidedAlone, 'accept']
    expect(await act(accept, { NANI_FRAUD_TWO_PEOPLE: 'true' })).toBe('installation_rule_differs')
    expect((await casesJson(dataDir, named(accept, 'Amani'))).status).toBe('confirmed')
    const decided = (await acts(decidedAlone)).find(({ action }) => action === 'cases.decide')
    expect(decided?.after).toMatchObject({ two_people: false })
  })

  test('the next start without the variables ends the rule and the demo, and records both', {
    timeout: 240_000,
  }, async () => {
    await installation.stop()
    installation = await startInstallation(dataDir, { NANI_DEMO: '0' })
    expect(installation.output()).not.toContain('One person may confirm a fraud case alone')
    expect((await changes('NANI_FRAUD_TWO_PEOPLE'))[0]).toEqual({
      ...setByStart,
      after: { fraud_two_people: true },
    })
    expect(await changes('NANI_DEMO')).toEqual([
      { ...setByStart, after: { demo: false } },
      { ...setByStart, after: { demo: true } },
    ])
  })

  test('no variable of a command makes one person two people who accuse someone', {
    timeout: 240_000,
  }, async () => {
    expect(await act(['start', proposed])).toBe(null)
    expect(await act(['propose', proposed, 'confirmed', '--reason', 'r'])).toBe(null)
    const accept = ['decide', proposed, 'accept']
    for (const env of [{ NANI_FRAUD_TWO_PEOPLE: 'false' }, { NANI_DEMO: '1' }, { NANI_DEMO: 'production' }])
      expect(await act(accept, env, 'Bahati')).toBe('installation_rule_differs')
    expect(await act(accept)).toBe('second_person_required')
    expect(await act(accept, {}, 'Bahati')).toBe('second_account_required')
    expect(await act(['show', proposed])).toBe(null)
    expect((await casesJson(dataDir, named(['show', proposed], 'Amani'))).status).toBe('under_review')
    // The kernel of a container knows no login. The note is on standard error, next to the JSON document.
    const { code, err } = await cases(dataDir, named(['note', proposed, 'called', '--json'], 'Amani'))
    expect([code, err.includes('docker exec --user')]).toEqual([0, isLoginUnknown()])
    // One account may withdraw what it proposed. A variable that agrees with the installation is no error.
    const agreeing = { NANI_DEMO: '0', NANI_FRAUD_TWO_PEOPLE: 'true' }
    expect(await act(['decide', proposed, 'reject', '--reason', 'too thin'], agreeing)).toBe(null)
  })

  test('no variable of a command makes one person two people who move money', {
    timeout: 240_000,
  }, async () => {
    const adjust = ['billing', 'adjust', '700', '--reason', 'a gift']
    const by = (name: string, env: Environment = {}) => naniError(dataDir, [...adjust, '--as', name], env)
    for (const name of ['amina', 'boris'])
      expect(await by(name, { NANI_DEMO: '1' })).toBe('installation_rule_differs')
    expect([await by('amina'), await by('boris')]).toEqual([null, 'second_account_required'])
    const future = ['billing', 'run', '--as-of', '2100-01-01T00:00:00Z']
    expect(await naniError(dataDir, future, { NANI_DEMO: '1' })).toBe('installation_rule_differs')
    expect(await naniError(dataDir, future)).toBe('billing_value_invalid')
  })
})
