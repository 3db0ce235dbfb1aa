import type { Credentials } from '../client/credentials.ts'
import { until } from '../client/kyc.ts'
import { type ApplicationOptions, createApplication } from '../installation/applications.ts'
import { nani, naniJson } from '../installation/nani-command.ts'
import { patienceMs, type Receiver } from './receiver.ts'

export type Attempt = {
  round: number
  attempt: number
  at: string
  url: string
  status: number | null
  latency_ms: number
  failure: string | null
  answer: string | null
}

export type RecordedDelivery = {
  event_id: string
  type: string
  state: string
  next_attempt_at: string | null
  attempts: Attempt[]
}

const application = ({ application_id }: Credentials) => ['--application', application_id]

/** `nani webhooks set URL`. */
export const register = (dataDir: string, credentials: Credentials, url: string, ...flags: string[]) =>
  naniJson<Record<string, unknown>>(
    dataDir,
    ...['webhooks', 'set', url, ...application(credentials), ...flags],
  )

/** An application of its own whose events go to `receiver`. */
export const applicationWith = async (
  dataDir: string,
  receiver: Pick<Receiver, 'url'>,
  options: ApplicationOptions = {},
  ...flags: string[]
): Promise<Credentials> => {
  const credentials = await createApplication(dataDir, options)
  await register(dataDir, credentials, receiver.url, ...flags)
  return credentials
}

/** `nani webhooks deliveries`, newest first. */
export const deliveriesOf = async (dataDir: string, credentials: Credentials): Promise<RecordedDelivery[]> =>
  (
    await naniJson<{ data: RecordedDelivery[] }>(
      dataDir,
      'webhooks',
      'deliveries',
      ...application(credentials),
    )
  ).data

/** The deliveries once as many attempts are written down: that follows the attempt a moment later. */
export const recorded = (
  dataDir: string,
  credentials: Credentials,
  attempts: number,
): Promise<RecordedDelivery[]> =>
  until(
    () => deliveriesOf(dataDir, credentials),
    (deliveries) => deliveries.flatMap((delivery) => delivery.attempts).length >= attempts,
    { timeoutMs: patienceMs },
  )

export const resend = (dataDir: string, credentials: Credentials, eventId: string) =>
  nani(dataDir, 'webhooks', 'resend', eventId, ...application(credentials))

export const replay = (dataDir: string, credentials: Credentials, since: string) =>
  naniJson<{ scheduled: number }>(
    dataDir,
    ...['webhooks', 'replay', '--since', since, ...application(credentials)],
  )

/** The output and the exit code of a refused command. */
export const refusalOf = (
  command: Promise<unknown>,
): Promise<{ code: number; stderr: string; stdout: string }> =>
  command.then(
    (answer) => {
      throw new Error(`it was not refused: ${JSON.stringify(answer)}`)
    },
    (error) => error,
  )
