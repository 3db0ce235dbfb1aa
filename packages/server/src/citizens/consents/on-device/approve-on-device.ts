import {
  type AppOrigin,
  type CitizenDevices,
  type CitizenSession,
  DeviceRefused,
  type DeviceSignature,
} from '../../citizen-devices/index.ts'
import { type CitizenConsent, listCitizenConsents, shownToCitizen } from '../citizen-consents.ts'
import { approveConsent, type DecidedConsent, type ProveAnswer } from '../decide-consent.ts'
import type { ConsentDependencies } from '../dependencies.ts'
import { readNames } from '../read-consents.ts'
import { approvalNonce, approvalText } from './approval-text.ts'
import { writeEvidence } from './evidence.ts'

type Dependencies = {
  consents: ConsentDependencies
  devices: Pick<CitizenDevices, 'signedBy' | 'writeSigned' | 'signingOptions'>
}

/** The text that the device of a session signs for a request. */
const textOf = (
  consent: CitizenConsent,
  { device }: CitizenSession,
  { approvalKey }: ConsentDependencies,
): string => approvalText(consent, approvalNonce(approvalKey, consent, device.id))

/** The consents of a citizen as one device shows them: a request that waits has the text to sign. */
export const listConsentsOnDevice = async (
  session: CitizenSession,
  app: AppOrigin,
  { consents, devices }: Dependencies,
) => {
  const { actor, environment } = session
  const listed = await listCitizenConsents(actor, { environment }, consents)
  return Promise.all(
    listed.map(async (consent) => {
      if (consent.status !== 'pending') return consent
      const text = textOf(consent, session, consents)
      const webauthn = await devices.signingOptions(session, text, app)
      return { ...consent, to_sign: text, ...(webauthn && { webauthn }) }
    }),
  )
}

type Approving = { id: string; signature: DeviceSignature; app: AppOrigin }

/**
 * The citizen approves a request with the signature of the device over what it showed. The consent and its evidence are
 * one transaction. @throws OperatorError, DeviceRefused `signature_wrong`
 */
export const approveOnDevice = (
  session: CitizenSession,
  { id, signature, app }: Approving,
  { consents, devices }: Dependencies,
): Promise<DecidedConsent> => {
  const prove: ProveAnswer = async (record) => {
    const named = { ...record, ...(await readNames(consents.pool, record)) }
    const text = textOf(shownToCitizen(named, consents), session, consents)
    const signed = await devices.signedBy(session, { text, signature, app })
    if (!signed) throw new DeviceRefused({ code: 'signature_wrong' })
    return async (client) => {
      // The device may have been revoked since.
      if (!(await devices.writeSigned(client, session, signed.signCount)))
        throw new DeviceRefused({ code: 'signature_wrong' })
      const evidence = { record, deviceId: session.device.id, text, signature }
      await writeEvidence(client, evidence, consents.consentsVault)
    }
  }
  const { actor, environment } = session
  return approveConsent(actor, { id, environment, prove }, consents)
}
