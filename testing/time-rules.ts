/** A rule of time follows the test clock, as tests show (file > title), or stays in real time for a reason. */
export type TimeRule = { follows: readonly string[] } | { realTime: string }

const testsIn =
  (path: string) =>
  (...titles: string[]): TimeRule => ({ follows: titles.map((title) => `${path}.test.ts > ${title}`) })
const clockTests = 'acceptance/28-test-clock'
const shownIn = (file: string) => testsIn(`${clockTests}/${file}`)
const ofTheClock = shownIn('test-clock')
const ofWhatFollows = shownIn('what-follows')
const ofSignIn = shownIn('sign-in')
const protection = { realTime: 'It protects calls, also those of tests.' }
const anotherServer = { realTime: 'Another server is waited for.' }
const production = { realTime: 'Production has no test clock, and the sandbox has no such rule.' }

/** Each row of the table of spec/limits#times. A new row of that table needs an entry here. */
export const timeRules = {
  'Timestamp window': protection,
  'Memory of nonces': protection,
  Idempotency: { realTime: 'It protects retries, and a retry is in real time.' },
  'Results, jobs and batches': ofTheClock(
    'results, jobs, events and receipts end after thirty days of its time',
    'a batch under a moved clock has its time, from its acceptance to its end',
    'the entry behind a hit ends with its screening',
  ),
  'Signed file URL': {
    follows: [
      `${clockTests}/test-clock.test.ts > a signed link ends after five minutes of its time`,
      `${clockTests}/sign-in.test.ts > a file of userinfo can be fetched for five minutes of its time`,
    ],
  },
  'Change of an IP allowlist': { realTime: 'The configuration has no time of tests.' },
  'Credit consent': {
    follows: [
      `${clockTests}/what-follows.test.ts > a credit consent follows it: it lapses after thirty days of its time, with its event`,
      `${clockTests}/sign-in.test.ts > a credit consent of a sign-in is valid for thirty days of its time`,
    ],
  },
  'Answer to a credit consent request': ofWhatFollows(
    'a consent request ends unanswered after a day of its time',
  ),
  '`valid_until` of a credit score': ofWhatFollows('a credit score is valid for thirty days of its time'),
  'Evidence URL': { realTime: 'It is a promise of the caller about another server.' },
  'Approval of a sign-in': ofSignIn('the approval of a sign-in ends after sixty seconds of its time'),
  'Authorization code': ofSignIn('an authorization code ends after sixty seconds of its time'),
  'Access token, `id_token`': ofSignIn(
    'an access token ends after 300 seconds of its time, and no token of another application',
  ),
  'Acknowledgement of a webhook': anotherServer,
  'Webhook attempts': anotherServer,
  'Webhook timestamp tolerance': protection,
} satisfies Record<string, TimeRule>

const ages = {
  follows: [
    `${clockTests}/test-clock.test.ts > ages and results follow it and say so; another application stays in the present`,
    `${clockTests}/what-follows.test.ts > what is compared with an age follows it: a claim, and a threshold`,
  ],
}
const listEntries = ofWhatFollows('an entry of a list ages by it: an old report weighs less')
const notInTheFuture = ofWhatFollows(
  'what may not be in the future is compared with it: the time of a fraud, and a date of birth',
)
const documents = ofWhatFollows('a document expires by it')
const caseOfItsTime = ofWhatFollows('a fraud case has its time and its deadline, and moves by itself')
/** The sentence repeats a rule of the table of limits. */
const row = (name: keyof typeof timeRules): TimeRule => timeRules[name]
const invoices = {
  realTime:
    'Invoices and their notices are of production. The sandbox is free, and its usage is on no invoice.',
}
const people = { realTime: 'It is about an account or a device of a person, which no application owns.' }
const versions = { realTime: 'It is a promise about releases.' }
const sandboxWait = { realTime: 'A test waits for it in real time, so that it stays short.' }

/**
 * Each line of the specification that names a duration, by the page and a part of the line. Tables of limits are above. A new line
 * needs an entry here.
 */
export const timesOfPages: Readonly<Record<string, readonly (readonly [part: string, rule: TimeRule])[]>> = {
  'age.md': [['1 to 120 whole years', ages]],
  'aml.md': [['the recency of all hits', listEntries]],
  'billing.md': [
    ['Only with the demo may TIME be in the future', invoices],
    ['A calendar month (UTC) in which a production monitor ran', production],
    ['On the first of a month (UTC), the invoice', invoices],
    ['Reminders are sent 7 days before', invoices],
    ['After 15 days past the due date', invoices],
    ['Another person executes the action', people],
  ],
  'checks.md': [
    ['within 300 seconds of the time of the server', row('Timestamp window')],
    ['It is kept for 400 days', { realTime: 'The audit log is evidence of real time.' }],
    ['So does a certificate that has expired', protection],
  ],
  'citizen-app.md': [
    ['The code has 8 characters', people],
    ['An enrolment lives 30 minutes', people],
  ],
  'consents.md': [
    ['It is valid for 30 days from its approval', row('Credit consent')],
    ['There was no answer within 24 hours', row('Answer to a credit consent request')],
    ['at most three new requests in 24 hours', production],
    ['Expired, revoked, mismatched or unknown consent', row('Credit consent')],
  ],
  'conventions.md': [['by at least 12 months', versions]],
  'credit.md': [
    ['0 to 1, within 12 months', { realTime: 'It is what the number means.' }],
    ['30 days after the computation', row('`valid_until` of a credit score')],
    ['Default rate in 12 months', { realTime: 'It is what the number means.' }],
    [
      'A record is used for 24 months',
      ofWhatFollows('credit data ages by it: a record is used for 24 months'),
    ],
  ],
  'disclosure.md': [
    ['A signed URL works for 5 minutes', row('Signed file URL')],
    ['Whole years on the current UTC date', ages],
    ['Age is counted in whole years', ages],
    ['`status` (for example `valid`, `expired`)', documents],
  ],
  'errors.md': [
    ['or its 30 days have passed', row('Results, jobs and batches')],
    ['The clocks differ by more than 300 s', row('Timestamp window')],
    ['The job is unknown or older than 30 days', row('Results, jobs and batches')],
    ['or older than 30 days', row('Results, jobs and batches')],
    ['A credit consent is missing, expired', row('Credit consent')],
    ['A file link has expired', row('Signed file URL')],
    ['The daily batch quota', protection],
  ],
  'fraud.md': [
    ['`occurred_at` in the future, with a tolerance of 300 s', notInTheFuture],
    [
      'A case number has the form',
      { realTime: 'All applications of the environment share the numbers of a year.' },
    ],
    ['derived again from the register at each start and every hour', { realTime: 'They keep their day.' }],
    ['must work for at least 15 minutes after the call', row('Evidence URL')],
    ['retries transient faults for up to 15 minutes', anotherServer],
    ['even after 30 days', { realTime: 'A case is not bound to the thirty days.' }],
    ['three times in a UTC day', protection],
  ],
  'kyc.md': [['| `match.age` | integer', ages]],
  'limits.md': [
    ['Burst guard per second', protection],
    ['Batch quota per day', protection],
    ['per application and UTC day', protection],
  ],
  'monitoring.md': [['A monitor has a monthly', production]],
  'organizations.md': [
    ['immediately, or up to 7 days later', { realTime: 'Keys are checked in real time.' }],
  ],
  'request-modes.md': [
    ['For 24 hours, a retry with the same key', row('Idempotency')],
    ['A result can be read for 30 days', row('Results, jobs and batches')],
    ['Results, jobs and batches can be read for 30 days', row('Results, jobs and batches')],
  ],
  'sandbox.md': [
    ['A consent request is approved after 2 s', sandboxWait],
    ['approval comes 2 s after the person was identified', sandboxWait],
    ['Each state of a case lasts 5 s', caseOfItsTime],
  ],
  'sign-in.md': [
    ['The 60 seconds go on, each number counts', row('Approval of a sign-in')],
    ['repeat it within the 60 seconds', row('Approval of a sign-in')],
    ['Approval must arrive within 60 seconds', row('Approval of a sign-in')],
    [
      'The row is kept for 30 days',
      { realTime: 'It is the retention of a row that says only access_denied.' },
    ],
    ['A request is open for 60 seconds', row('Approval of a sign-in')],
    ['no one was identified is deleted after 10 minutes', row('Approval of a sign-in')],
    ['It expires after 60 s', row('Authorization code')],
    ['valid for 300 seconds', row('Access token, `id_token`')],
    [
      'JWT; valid for 300 seconds',
      { realTime: 'The library of the application compares the times of a JWT with its own clock.' },
    ],
    ['Files are signed URLs, valid for 5 minutes', row('Signed file URL')],
    ['no response in 60 seconds', row('Approval of a sign-in')],
    ['After ten of these in a day', people],
    ['The code has not expired', row('Authorization code')],
    [
      '`exp` is in the future',
      { realTime: 'The library of the application compares it with its own clock.' },
    ],
    ['an expired or unknown token', row('Access token, `id_token`')],
    ['The code is expired or used', row('Authorization code')],
  ],
  'webhooks.md': [
    ['refuses a timestamp that differs', row('Webhook timestamp tolerance')],
    ['Any 2xx within 5 seconds', anotherServer],
    ['| 2 | 1 minute', anotherServer],
    ['| 3 | 10 minutes', anotherServer],
    ['| 4 | 1 hour', anotherServer],
    ['| 5 | 6 hours', anotherServer],
    ['Events can be read for 30 days', row('Results, jobs and batches')],
  ],
  'wire.md': [
    ['by up to 300 seconds, earlier or later', row('Timestamp window')],
    ['remembers it per API key for 10 minutes', row('Memory of nonces')],
  ],
}

/** What the page of the test clock says follows it without a duration. Each has a test. */
export const followsWithoutDuration: Readonly<Record<string, readonly TimeRule[]>> = {
  'Ages, expiry of documents, age of credit data and of list entries, credit consents': [
    ...[ages, documents, listEntries],
    ofWhatFollows('credit data ages by it: a record is used for 24 months'),
    row('Credit consent'),
  ],
  '`created_at` of results, jobs, batches and events, and their 30 days': [
    ofTheClock('a job under a moved clock has its time, and so have its events'),
    row('Results, jobs and batches'),
  ],
  'Signed links': [row('Signed file URL')],
  'Fraud cases: their times, deadline, automatic decisions and retention': [
    ...[caseOfItsTime, notInTheFuture],
    ofWhatFollows('a case is confirmed on a day of its time, as screenings and scores show it'),
    testsIn('packages/server/src/services/fraud/desk/test-clock')(
      'an act on a case of the sandbox has the time of the test clock of its application',
    ),
    testsIn('packages/server/src/services/fraud/retention')(
      'the retention of a sandbox case ends by the test clock of its application, and by no other',
    ),
  ],
  'Monitors: their times, and their daily cycle': [
    shownIn('monitors')(
      'a monitor and its cycle follow it: what time changes is an alert, at its time, and of no other application',
    ),
    testsIn('packages/server/src/services/monitoring/rescan-moved-clocks')(
      'a monitor follows the clock of its application: a designation that ends by it alerts, at its time, and no other application',
    ),
  ],
  'Sign-ins: approvals, codes, access tokens, and ages in claims': [
    ...[row('Approval of a sign-in'), row('Authorization code'), row('Access token, `id_token`')],
    ofSignIn('the claims have the age of its time, and say so; the times of an id_token are real'),
  ],
  'Decisions about hits: their times': [
    testsIn('packages/server/src/services/aml/dispositions/dispositions')(
      'has the time of the test clock of its application',
    ),
  ],
}
