import { createChannel } from '@nani/foundation/core/index.ts'
import { expect, test } from 'vitest'
import type { AskedSignIn } from '../../services/sign-in/index.ts'
import type { EnrolledDevice, GuessedCodes } from '../citizen-devices/index.ts'
import type { AskedConsent } from '../consents/index.ts'
import { announceRequests } from './announce-requests.ts'
import type { AddressedNotice } from './notice.ts'

const citizen = Buffer.alloc(32, 7)
const environment = 'production' as const
const asked = { citizen, environment, applicationId: 'app_01A' }

const start = (notify = async (_notices: readonly AddressedNotice[]) => {}) => {
  const sent: AddressedNotice[] = []
  const errors: unknown[] = []
  const signInAsked = createChannel<AskedSignIn>()
  const consentAsked = createChannel<AskedConsent>()
  const deviceEnrolled = createChannel<EnrolledDevice>()
  const codesGuessed = createChannel<GuessedCodes>()
  const directory = {
    findById: async (id: string) => (id === 'app_01A' ? { name: 'Banque du Fleuve' } : null),
  }
  const { idle } = announceRequests(
    { directory, signInAsked, consentAsked, deviceEnrolled, codesGuessed },
    {
      notify: async (notices) => {
        await notify(notices)
        sent.push(...notices)
      },
    },
    (error) => void errors.push(error),
  )
  return { sent, errors, signInAsked, consentAsked, deviceEnrolled, codesGuessed, idle }
}

test('a sign-in names the application and exactly its scopes, and leads to its request', async () => {
  const { sent, signInAsked, idle } = start()
  const scopes = ['openid', 'profile', 'svc:kyc.religion']
  signInAsked.send({ ...asked, requestId: 'sgn_01B', scopes })
  await idle()
  const notice = { kind: 'sign_in', id: '01A.01B', application: 'Banque du Fleuve', scopes }
  expect(sent).toEqual([{ citizen, environment, notice, notBefore: null }])
})

test('a consent request names the application, and neither product nor amount', async () => {
  const { sent, consentAsked, idle } = start()
  consentAsked.send({ ...asked, requestId: 'cnr_1' })
  await idle()
  const notice = { kind: 'consent', id: 'cnr_1', application: 'Banque du Fleuve' }
  expect(sent).toEqual([{ citizen, environment, notice, notBefore: null }])
})

test('a new device is named as its citizen named it', async () => {
  const { sent, deviceEnrolled, idle } = start()
  deviceEnrolled.send({ citizen, environment, deviceId: 'dev_1', name: 'iPhone', kind: 'webauthn' })
  await idle()
  const notice = { kind: 'device', id: 'dev_1', device: 'iPhone' }
  expect(sent).toEqual([{ citizen, environment, notice, notBefore: null }])
})

test('guessed codes are a notice without any value', async () => {
  const { sent, codesGuessed, idle } = start()
  codesGuessed.send({ citizen, environment })
  await idle()
  expect(sent).toEqual([{ citizen, environment, notice: { kind: 'guess' }, notBefore: null }])
})

test('the sender of a request neither waits for a notice nor sees its fault', async () => {
  const begun = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const { sent, errors, signInAsked, idle } = start(async () => {
    begun.resolve()
    await released.promise
    throw new Error('the database is away')
  })
  signInAsked.send({ ...asked, requestId: 'sgn_01B', scopes: [] })
  expect(sent).toEqual([])
  await begun.promise
  released.resolve()
  await idle()
  expect(errors).toHaveLength(1)
})

test('an application that is gone is not announced', async () => {
  const { sent, consentAsked, idle } = start()
  consentAsked.send({ ...asked, applicationId: 'app_gone', requestId: 'cnr_1' })
  await idle()
  expect(sent).toEqual([])
})
