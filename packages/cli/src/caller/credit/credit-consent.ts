import type { CreditConsentRequest, Nani, NewCreditConsentRequest } from '@nani/sdk'
import { labelled } from '../../aligned-columns.ts'
import { paint, printable, printJson, type Terminal, type Tone } from '../../terminal.ts'
import { type CallerOptions, withClient } from '../credentials.ts'

type Waiting = CallerOptions & { wait?: boolean }

export type ConsentOptions = Waiting & {
  type: string
  product: string
  amount?: number
  currency: string
  purpose: string
  reference?: string
}

/** `nani credit consent request`. */
export const requestConsent = (
  identifier: string,
  { type, product, amount, currency, purpose, reference, ...options }: ConsentOptions,
  terminal: Terminal,
): Promise<void> =>
  withClient(options, terminal, async (nani) => {
    // What the options say is sent as it is: the service decides whether it is valid.
    const request = {
      identifier: { type, value: identifier },
      purpose,
      product,
      ...(amount !== undefined && { amount_requested: { value: amount, currency } }),
      ...(reference !== undefined && { reference }),
    } as NewCreditConsentRequest
    await print(await nani.credit.consents.request(request), nani, options, terminal)
  })

/** `nani credit consent show ID`. */
export const showConsent = (id: string, options: Waiting, terminal: Terminal): Promise<void> =>
  withClient(options, terminal, async (nani) =>
    print(await nani.credit.consents.retrieve(id), nani, options, terminal),
  )

const print = async (
  request: CreditConsentRequest,
  nani: Nani,
  { wait, json }: Waiting,
  terminal: Terminal,
): Promise<void> => {
  const shown =
    wait && request.status === 'pending' ? await nani.credit.consents.waitUntilDecided(request) : request
  if (json) printJson(terminal, shown)
  else terminal.out(consentText(shown, terminal))
}

const tones: Record<string, Tone> = { approved: 'good', pending: 'middling' }

/** A request as a person reads it. */
const consentText = (request: CreditConsentRequest, terminal: Pick<Terminal, 'color'>): string => {
  const { id, status, product, reference, created_at, expires_at, consent } = request
  const head = `${paint(terminal, tones[status] ?? 'bad', printable(status).toUpperCase())}  ${paint(terminal, 'strong', printable(id))}`
  const facts = labelled([
    ['Product', [printable(product)]],
    ['Reference', reference === null ? [] : [printable(reference)]],
    ['Requested', [printable(created_at)]],
    ['Answer by', status === 'pending' ? [printable(expires_at)] : []],
    ['Consent', consent ? [printable(consent.consent_id)] : []],
    ['Granted', consent ? [printable(consent.granted_at)] : []],
    ['Valid until', consent ? [printable(consent.expires_at)] : []],
    ['Next', status === 'pending' ? [`nani credit consent show ${printable(id)} --wait`] : []],
  ])
  return `${head}\n\n${facts}\n`
}
