import { type Channel, createBatcher, statementGroups } from '@nani/foundation/core/index.ts'
import { type AskedSignIn, handleText } from '../../services/sign-in/index.ts'
import type { EnrolledDevice, GuessedCodes } from '../citizen-devices/index.ts'
import type { AskedConsent } from '../consents/index.ts'
import type { AddressedNotice } from './notice.ts'
import type { Notifier } from './notifier.ts'

/** The verified names of applications. */
export type NamesOfApplications = { findById(applicationId: string): Promise<{ name: string } | null> }

type Sources = {
  directory: NamesOfApplications
  signInAsked: Channel<AskedSignIn>
  consentAsked: Channel<AskedConsent>
  deviceEnrolled: Channel<EnrolledDevice>
  codesGuessed: Channel<GuessedCodes>
}

/**
 * A notice of each request that waits for a citizen, of each new device, and of guessed codes. The sources send after their commit, and
 * wait for nothing here.
 */
export const announceRequests = (
  { directory, signInAsked, consentAsked, deviceEnrolled, codesGuessed }: Sources,
  notifier: Pick<Notifier, 'notify'>,
  onError: (error: unknown) => void,
) => {
  const running = new Set<Promise<void>>()
  // Notices of the same moment share their statements.
  const notify = createBatcher<AddressedNotice, undefined>(async (notices) => {
    await notifier.notify(notices)
    return notices.map(() => undefined)
  }, statementGroups)
  const announce = (work: () => Promise<AddressedNotice | null>) => {
    const announcing = work()
      .then((notice) => (notice ? notify(notice) : undefined))
      .catch(onError)
      .finally(() => running.delete(announcing))
    running.add(announcing)
  }
  const nameOf = async (applicationId: string) => (await directory.findById(applicationId))?.name ?? null

  signInAsked.subscribe(({ citizen, environment, scopes, ...handle }) =>
    announce(async () => {
      const application = await nameOf(handle.applicationId)
      if (application === null) return null
      const notice = { kind: 'sign_in' as const, id: handleText(handle), application, scopes }
      return { citizen, environment, notice, notBefore: null }
    }),
  )
  consentAsked.subscribe(({ citizen, environment, applicationId, requestId }) =>
    announce(async () => {
      const application = await nameOf(applicationId)
      if (application === null) return null
      const notice = { kind: 'consent' as const, id: requestId, application }
      return { citizen, environment, notice, notBefore: null }
    }),
  )
  deviceEnrolled.subscribe(({ citizen, environment, deviceId, name }) =>
    announce(async () => {
      const notice = { kind: 'device' as const, id: deviceId, device: name }
      return { citizen, environment, notice, notBefore: null }
    }),
  )
  codesGuessed.subscribe(({ citizen, environment }) =>
    announce(async () => ({ citizen, environment, notice: { kind: 'guess' }, notBefore: null })),
  )
  return {
    /** Every notice that was sent is written. */
    idle: async () => {
      await Promise.all(running)
    },
  }
}
