import { setTimeout as delay } from 'node:timers/promises'
import type { CreditScoreRequest, FraudReportRequest, Nani, NewCreditConsentRequest } from '@nani/sdk'
import { Failure } from '../../failure.ts'
import type { Terminal } from '../../terminal.ts'
import { type CallerOptions, readCredentials, withClient } from '../credentials.ts'
import { showEvent } from './listen.ts'

const pollMs = 500
/** The sandbox decides about a fraud case within 10 s. */
const maxWaitMs = 30_000

const person = (number: string) => ({ type: 'svc_id', value: `COD-0000-0000-${number}` }) as const
const purpose = 'customer_onboarding'
const consented = { identifier: person('0001'), purpose: 'credit_assessment', product: 'microcredit' }
const scored = {
  ...{ identifier: person('0008'), purpose: 'credit_assessment', product: 'microcredit' },
  consent: { method: 'svc_app', consent_id: 'cns_sandbox_valid' },
}
const reported = {
  ...{ type: 'sim_swap', subject: { identifier: person('0001'), phone_number: '+243810000001' } },
  description: 'A report of the command line, to receive its event.',
}
const validate = (nani: Nani) => nani.kyc.validateAsync({ identifier: person('0001'), purpose })
const report = (nani: Nani) => nani.fraud.report(reported as FraudReportRequest)
const batchOf =
  (...numbers: string[]) =>
  (nani: Nani) =>
    nani.kyc.validateBatchAsync({
      purpose,
      items: numbers.map((number) => ({ reference: number, identifier: person(number) })),
    })

/** The call of the sandbox that causes an event of the type. */
export const causes = {
  'kyc_validation.completed': validate,
  'age_verification.completed': (nani) =>
    nani.age.verifyAsync({ identifier: person('0001'), purpose: 'age_gating' }),
  'kyb_verification.completed': (nani) =>
    nani.kyb.verifyAsync({
      identifier: { type: 'rccm', value: 'CD/KNG/RCCM/00-B-00001' },
      purpose: 'regulatory_compliance',
    }),
  'aml_screening.completed': (nani) =>
    nani.aml.screenAsync({ subject: { full_name: 'Nsimba Kiala' }, purpose: 'regulatory_compliance' }),
  'credit_score.completed': (nani) => nani.credit.scoreAsync(scored as CreditScoreRequest),
  'credit_consent.status_changed': (nani) =>
    nani.credit.consents.request(consented as NewCreditConsentRequest),
  'fraud_report.created': report,
  'fraud_report.status_changed': report,
  'job.completed': validate,
  'job.failed': (nani) => nani.kyc.validateAsync({ identifier: person('0502'), purpose }),
  'batch.completed': batchOf('0001'),
  'batch.completed_with_errors': batchOf('0001', '0502'),
} satisfies Record<string, (nani: Nani) => Promise<unknown>>

/** A file of one application can contain keys of production. There, the call would be charged and a fraud report be real. */
const refuseProduction = (options: CallerOptions, terminal: Terminal): void => {
  const { file, api_key } = readCredentials({ ...options, production: false }, terminal)
  if (!options.production && !api_key.startsWith('key_live_')) return
  throw new Failure(
    'credentials_invalid',
    options.production
      ? 'This command makes calls of the sandbox only.'
      : `${file} holds credentials of production, and this command makes calls of the sandbox only.`,
    'Use the credentials of a sandbox application, without --production.',
  )
}

/** `nani trigger EVENT…`: makes the calls that cause the events, and shows each event when it was sent. */
export const trigger = (
  types: readonly (keyof typeof causes)[],
  options: CallerOptions,
  terminal: Terminal,
): Promise<void> => {
  refuseProduction(options, terminal)
  return withClient({ ...options, production: false }, terminal, async (nani) => {
    const missing = new Set<string>(types)
    let after = await nani.events.latest()
    // Two events may have one cause.
    for (const cause of new Set(types.map((type) => causes[type]))) await cause(nani)
    const endMs = performance.now() + maxWaitMs
    while (performance.now() < endMs) {
      for await (const event of nani.events.list({ after })) {
        after = event.id
        if (missing.delete(event.type)) showEvent(event, options, terminal)
      }
      if (missing.size === 0) return
      await delay(pollMs)
    }
    throw new Failure(
      'event_not_seen',
      `There was no event ${[...missing].join(', ')} within ${maxWaitMs / 1_000} seconds.`,
      'Read it later: nani listen',
    )
  })
}
