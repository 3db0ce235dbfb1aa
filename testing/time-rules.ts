/** A rule of time follows the test clock, as a test shows (file > title), or stays in real time for a reason. */
export type TimeRule = { follows: string } | { realTime: string }

const ofTheClock = (title: string): TimeRule => ({
  follows: `acceptance/28-test-clock/test-clock.test.ts > ${title}`,
})
const protection = { realTime: 'It protects calls, also those of tests.' }
const signIn = {
  realTime: 'Not built yet: a sign-in has real time, except for the credit consent that it gives.',
}

/** Each row of the table of spec/limits#times. A new row of that table needs an entry here. */
export const timeRules: Readonly<Record<string, TimeRule>> = {
  'Timestamp window': protection,
  'Memory of nonces': protection,
  Idempotency: { realTime: 'It protects retries, and a retry is in real time.' },
  'Results, jobs and batches': ofTheClock('results, jobs and receipts end after thirty days of its time'),
  'Signed file URL': ofTheClock('a signed link ends after five minutes of its time'),
  'Change of an IP allowlist': { realTime: 'The configuration has no time of tests.' },
  'Credit consent': ofTheClock(
    'a credit consent follows it: it lapses after thirty days of its time, with its event',
  ),
  'Answer to a credit consent request': ofTheClock(
    'a consent request ends unanswered after a day of its time',
  ),
  '`valid_until` of a credit score': ofTheClock('a credit score is valid for thirty days of its time'),
  'Evidence URL': { realTime: 'It is a promise of the caller about another server.' },
  'Approval of a sign-in': signIn,
  'Authorization code': signIn,
  'Access token, `id_token`': signIn,
  'Acknowledgement of a webhook': { realTime: 'Another server is waited for.' },
  'Webhook attempts': { realTime: 'Another server is waited for.' },
  'Webhook timestamp tolerance': protection,
}
