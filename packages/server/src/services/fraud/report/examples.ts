import type { Service } from '../../../calls/calls/index.ts'

/** What a newcomer must know (spec/fraud#fraud-reporting). */
export const description = `
Opens a case with the parties, the description and the evidence of a fraud. Investigators decide on it. When they confirm
the case, or refer it to the authorities, the screenings and credit scores of every organization take it into account.

| \`subject.role\` | When the case is confirmed |
|---|---|
| \`suspect\` | AML Screening returns a \`watchlists\` hit, and Credit Scoring lowers the score |
| \`victim\` | Both report \`identity_fraud_victim: true\`, and it never counts against the person |
| \`unknown\` | Only investigators see the party |

The response and the events never hold personal data of a party. \`GET\` returns the report as its case is now, for as long
as the case exists. Each change of its status is an event.

The content of a file of evidence decides its format: JPEG, PNG or PDF for \`image\` and \`document\`, CSV or PDF for
\`transaction_log\`, MP3 or WAV for \`audio\`. Only investigators see evidence.

One application may report one subject a few times in a UTC day. Further reports are \`rate_limited\`.

A report is free. It needs no purpose; if you send one, it must be approved.
`.trim()

const statement = Buffer.from('date,from,amount,currency\n2026-02-28,+243810000001,250000,CDF\n').toString(
  'base64',
)

/** Shown in the description, which uses up no number. */
export const exampleCaseNumber = 'RDC-FRD-2026-000123'

export const examples: Service['examples'] = [
  {
    name: 'sim_swap',
    summary: 'A victim whose phone number was taken over',
    request: {
      type: 'sim_swap',
      subject: {
        identifier: { type: 'svc_id', value: 'COD-0000-0000-0001' },
        phone_number: '+243810000001',
      },
      description: 'The number stopped working at 10:00. At 10:20 two transfers left the wallet.',
      occurred_at: '2026-02-28T10:00:00Z',
      amount: { value: 250000, currency: 'CDF' },
      channel: 'mobile_app',
      reporter_reference: 'incident-2291',
    },
  },
  {
    name: 'with_evidence',
    summary: 'A suspect, an anonymous victim and a list of transactions',
    request: {
      type: 'payment_fraud',
      subject: { full_name: 'Mbuyi Kalala', date_of_birth: '1990-05-04', nationality: 'COD' },
      victims: [{ anonymous: true, country: 'COD' }],
      description: 'Payments with a forged receipt in three shops on one day.',
      location: { province: 'Kinshasa', city: 'Kinshasa' },
      evidence: [
        { type: 'transaction_log', file: { data: statement }, description: 'The transfers of the day' },
      ],
    },
  },
  {
    name: 'foreign_company',
    summary: 'A company of another country',
    request: {
      type: 'money_laundering',
      subject: { business: { name: 'Copper Trade Ltd', registration_number: '1200/88', country: 'ZMB' } },
      description: 'Invoices without goods, paid in cash at three branches.',
      channel: 'branch',
    },
  },
  {
    name: 'usurpation',
    summary: 'An account in the name of another person',
    request: {
      type: 'identity_usurpation',
      subject: { identifier: { type: 'svc_id', value: 'COD-0000-0000-0001' } },
      description: 'An account was opened with a forged document in the name of this person.',
      channel: 'online',
    },
  },
]
