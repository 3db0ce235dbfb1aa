import { signedConsent } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { Static } from 'typebox'
import { type ActContext, type Databases, defineAct } from '../../../gateway/acts/index.ts'
import {
  type ActingCitizen,
  type AppOrigin,
  actingCitizen,
  type CitizenDevices,
  type DeviceSignature,
  deviceSignatureOf,
} from '../../citizen-devices/index.ts'
import { shownToCitizen, type TitledConsent } from '../citizen-consents.ts'
import type { ConsentRecord } from '../consent-record.ts'
import { approved } from '../consent-states.ts'
import type { ConsentDependencies } from '../dependencies.ts'
import { readNames } from '../read-consents.ts'
import { currentRecord, requirePending, writeDecision } from '../write-decision.ts'
import { statusResult } from './answer-own.ts'
import { approvalNonce, approvalText } from './approval-text.ts'
import { writeEvidence } from './evidence.ts'

/** The context of what the app does with consents: its devices sign. */
export type ConsentsOnDevice = ConsentDependencies & {
  devices: Pick<CitizenDevices, 'signedBy' | 'writeSigned' | 'signingOptions'>
  app(): AppOrigin
  /** Those with consents. Absent: home has all of them. */
  databases?: Databases
}

/** The text that the device of a session signs for a request. */
export const textOf = (
  consent: TitledConsent,
  { deviceId }: Pick<ActingCitizen, 'deviceId'>,
  { approvalKey }: Pick<ConsentDependencies, 'approvalKey'>,
): string => approvalText(consent, approvalNonce(approvalKey, consent, deviceId))

type Input = Static<typeof signedConsent>
type SignedApproval = { before: ConsentRecord; text: string; signature: DeviceSignature; signCount: number }
type Context = ActContext<Input, ConsentsOnDevice, SignedApproval>

/**
 * The citizen approves a request with the signature of the device over what it showed. The consent and its evidence are
 * one transaction.
 */
export const approveOnDevice = defineAct({
  name: 'consents.approve_on_device',
  sentence: {
    en: 'Approves a request for a credit consent with the key of the device',
    fr: 'Approuve une demande de consentement au crédit avec la clé de l’appareil',
  },
  actors: { citizen: true },
  input: signedConsent,
  output: statusResult('approved'),
  refusals: ['invalid_request', 'consent_not_found', 'consent_not_pending', 'signature_wrong'],
  routes: { citizen: 'POST /consents/{id}/approve' },
  async prepare({ actor, input, needs }: Omit<Context, 'client' | 'prepared'>): Promise<SignedApproval> {
    const signature = deviceSignatureOf(input)
    const before = await currentRecord(needs.pool, actor, input.id, needs)
    requirePending(before)
    const named = { ...before, ...(await readNames(needs.pool, before)) }
    const citizen = actingCitizen(actor, needs)
    const text = textOf(shownToCitizen(named, needs), citizen, needs)
    const signed = await needs.devices.signedBy(citizen, { text, signature, app: needs.app() })
    if (!signed) throw new Refusal('signature_wrong')
    return { before, text, signature, signCount: signed.signCount }
  },
  async perform({ client, actor, needs, nowMs, prepared }: Context) {
    const { before, text, signature, signCount } = prepared
    const after = approved(before, nowMs, needs.newId)
    const written = await writeDecision(client, actor, { before, after }, needs)
    const citizen = actingCitizen(actor, needs)
    // The device may have been revoked since.
    if (!(await needs.devices.writeSigned(client, citizen, signCount))) throw new Refusal('signature_wrong')
    const evidence = { record: before, deviceId: citizen.deviceId, text, signature }
    await writeEvidence(client, evidence, needs.consentsVault)
    return { ...written, result: { status: 'approved' as const } }
  },
})
