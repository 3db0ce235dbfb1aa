import {
  createChannel,
  type EnvironmentVariables,
  type OperatorRole,
  readSettings,
} from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import { separateRegister } from '../../../../../../testing/separate-register.ts'
import { accessDependencies } from '../../../citizens/accesses/index.ts'
import { consentDependencies } from '../../../citizens/consents/index.ts'
import {
  type ConsoleWorld,
  fromBase32,
  openBrowser,
  startConsole,
} from '../../../organizations/console/testing/console-world.ts'
import { codeOfStep, operatorRealm as realm, stepAt } from '../../../organizations/people/index.ts'
import { createPostgresRegister } from '../../../register/register/index.ts'
import { deskModule } from '../../../services/fraud/index.ts'
import { openAppPool } from '../../../testing/modes.ts'
import { testSources } from '../../../testing/screening-sources.ts'
import { inviteOperator } from '../../operators/index.ts'
import type { DeskNeeds } from '../desk-acts.ts'
import { operatorsDeskModule } from '../module.ts'
import { operatorsDeskSettings } from '../settings.ts'

export const rules = { oneAccountMayBeTwo: false }
export const machine = { kind: 'system', task: 'test' } as const

/** What a test chooses of a desk. */
type Choices = {
  portraits?: DeskNeeds['portraits']
  paymentProvider?: DeskNeeds['paymentProvider']
  registerPool?: pg.Pool
  deskUrl?: string
  /** The variables from which the settings of the desk are read. Its port is always a free one. */
  environment?: EnvironmentVariables
  /** The rule of the installation for decisions about fraud. Absent: two people. */
  fraudTwoPeople?: boolean
}

/** The desk and the console on one test database, with browsers of operators and of members. */
export const startDesk = async (choices: Choices = {}) => startDeskWith(await startConsole(), choices)

/** The same with a register in a database of its own. */
export const startDeskOfTwoDatabases = async (choices: Choices = {}) => {
  const console = await startConsole()
  const register = await separateRegister(console.database)
  const registerPool = openAppPool(register)
  const world = await startDeskWith(console, { ...choices, registerPool })
  return {
    ...{ ...world, register },
    async stop() {
      await world.stop()
      await registerPool.end()
      await register.drop()
    },
  }
}

/** The desk next to a console that was started on the same database. */
export const startDeskWith = async (
  console: ConsoleWorld,
  { portraits = null, paymentProvider = null, registerPool = console.pool, ...choices }: Choices = {},
) => {
  const platform = { ...console.platform, registerPool }
  const needs = { ...console.needs, registerPool }
  const fraud = await deskModule.open(platform, {
    ...{
      fraudTwoPeople: choices.fraudTwoPeople ?? null,
      clamd: null,
      fraudFalsePercent: 20,
      fraudFalseDecided: 10,
    },
  })
  const deskNeeds = {
    ...{ ...needs, ...fraud.provides, newEvents: createChannel<string>() },
    ...{ portraits, paymentProvider },
    screening: testSources(),
    storedRegister: {
      ...createPostgresRegister({ pool: registerPool, vault: platform.vaultFor('files') }),
      // The register of these tests has no business.
      findBusiness: async () => null,
    },
    accesses: accessDependencies(platform),
    consents: consentDependencies(platform),
  }
  const { provides, stop } = await operatorsDeskModule.open(deskNeeds, {
    ...readSettings(operatorsDeskSettings, { NANI_DESK_PORT: '0', ...choices.environment }),
    ...(choices.deskUrl && { deskUrl: choices.deskUrl }),
  })
  const url = provides.deskUrl
  const operatorNeeds = { ...platform, realm, origin: () => url, rules, mail: needs.mail }
  let people = 0
  const browser = (address = `203.0.113.${(people % 250) + 1}`) => openBrowser(url, address)

  /** Invites a person and takes the enrolment link. */
  const invite = async (roles: OperatorRole[], given: { name?: string; email?: string } = {}) => {
    const number = ++people
    const { name = `Operator ${number}`, email = `o${number}@nani.cd` } = given
    const invited = await inviteOperator(machine, { email, name, roles }, operatorNeeds)
    const token = new URLSearchParams(new URL(invited.enrolment_url).hash.slice(1)).get('token') ?? ''
    return { ...invited, token, name, email }
  }

  /** An operator with a second factor and a session. */
  const enrol = async (roles: OperatorRole[], given: { name?: string; email?: string } = {}) => {
    const { token, operator_id: id, name, email } = await invite(roles, given)
    const own = browser()
    const password = `poste-${id.slice(-12)}-mlango`
    await own.post('/enrolments', { token, password })
    const { json } = await own.post('/me/totp')
    const secret = fromBase32(json.secret)
    await own.post('/me/totp/confirm', { code: codeOfStep(secret, stepAt(platform.clock.now())) })
    return { ...own, id, name, email, password, secret }
  }
  /** Another session of the same person. The code of the next step is new. */
  const signInAgain = async (person: Awaited<ReturnType<typeof enrol>>) => {
    platform.clock.advance(31_000)
    const own = browser()
    await own.post('/session', { email: person.email, password: person.password })
    const totp = codeOfStep(person.secret, stepAt(platform.clock.now()))
    await own.post('/session/second-factor', { totp })
    return own
  }
  return {
    ...{ url, console: console, platform, pool: console.pool, database: console.database },
    ...{ deskNeeds, register: console.database },
    ...{ operatorNeeds, browser, invite, enrol, signInAgain, logged: console.logged },
    /** The console goes on. */
    stopDesk: stop,
    async stop() {
      await stop()
      await console.stop()
    },
  }
}

export type DeskWorld = Awaited<ReturnType<typeof startDesk>>
export type DeskPerson = Awaited<ReturnType<DeskWorld['enrol']>>
