import { createChannel, readSettings } from '@nani/foundation/core/index.ts'
import { metricsText } from '@nani/foundation/platform/testing/metrics-text.ts'
import { createVault } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AskedSignIn } from '../../services/sign-in/index.ts'
import type { EnrolledDevice, GuessedCodes } from '../citizen-devices/index.ts'
import type { AskedConsent } from '../consents/index.ts'
import { notifierModule } from './module.ts'
import { type NotifierKind, notifierSettings } from './settings.ts'
import { type PushWorld, startPushWorld } from './testing/push-world.ts'

let world: PushWorld
beforeAll(async () => {
  world = await startPushWorld(2)
})
afterAll(() => world.stop())

const contact = 'mailto:operator@example.org'
const open = async (notifier: NotifierKind) => {
  const { pool, clock, random, rootKey, devices } = world
  const lines: string[] = []
  const signInAsked = createChannel<AskedSignIn>()
  const parts = await notifierModule.open(
    {
      ...{ pool, clock, random, signInAsked, citizenDevices: devices },
      vaultFor: (use) => createVault(rootKey, use, random),
      log: (line) => void lines.push(line),
      directory: { findById: async () => ({ name: 'Banque' }) },
      consentAsked: createChannel<AskedConsent>(),
      deviceEnrolled: createChannel<EnrolledDevice>(),
      codesGuessed: createChannel<GuessedCodes>(),
    },
    { notifier, pushContact: contact },
  )
  return { ...parts, lines, signInAsked }
}

test('an installation offers its key to browsers, and refuses an address of its own network', async () => {
  const { provides, stop, metrics } = await open('push')
  expect(provides.push?.publicKey).toBe(world.vapid.publicKey)
  const { keys } = world.service.subscribe('/a')
  const read = (endpoint: string) => provides.push?.readSubscription({ endpoint, keys })
  expect(read('https://push.example/a')).toEqual({ endpoint: 'https://push.example/a', ...keys })
  expect(read(`http://127.0.0.1:${world.service.port}/a`)).toBeNull()
  expect(await metricsText(metrics)).toContain('# TYPE nani_push_messages_total counter')
  await stop()
})

test.each(['poll', 'log'] as const)(
  'with %s, the app offers no notifications and nothing is sent',
  async (kind) => {
    const device = await world.subscribed()
    const { provides, signInAsked, lines, stop } = await open(kind)
    expect(provides.push).toBeNull()
    const { citizen, environment } = device.session
    signInAsked.send({
      citizen,
      environment,
      applicationId: 'app_1',
      requestId: 'sgn_1',
      scopes: ['profile'],
    })
    await stop()
    expect(await world.waiting(device)).toEqual([])
    expect(lines).toEqual(kind === 'log' ? ['notifier: 1 sign_in'] : [])
  },
)

const read = (environment: Record<string, string>) => readSettings(notifierSettings, environment)

test('the contact is the setting, else the address of the app', () => {
  expect(read({})).toEqual({ notifier: 'push', pushContact: 'mailto:operator@localhost' })
  const app = 'https://app.example.cd'
  expect(read({ NANI_CITIZEN_URL: app }).pushContact).toBe(app)
  expect(read({ NANI_CITIZEN_URL: app, NANI_PUSH_CONTACT: contact }).pushContact).toBe(contact)
  expect(read({ NANI_CITIZEN_URL: 'http://app.local' }).pushContact).toBe('mailto:operator@localhost')
})

test.each<Record<string, string>>([
  { NANI_NOTIFIER: 'sms' },
  { NANI_PUSH_CONTACT: 'operator@example.org' },
  { NANI_PUSH_CONTACT: 'http://example.org' },
])('another value stops the start: %j', (environment) => {
  expect(() => read(environment)).toThrow(/NANI_/)
})
