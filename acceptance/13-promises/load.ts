import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Answer, type CallOptions, type ErrorBody, post } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { type People, type PlannedWork, planWork } from './planned-work.ts'
import type { SeededRandom } from './seeded-random.ts'

/** Work with a 2xx answer, and the id in it. */
export type AcceptedWork = PlannedWork & { key: string; id: string }

export type Load = {
  /** The answers and errors of the client, with their counts. */
  met: Map<string, number>
  /** Sends no new work, retries until all work has a 2xx answer, and returns the accepted work. */
  finish(): Promise<AcceptedWork[]>
}

const maxOutstanding = 60
const pauseMs = { least: 20, most: 160 }
// Sometimes several together, so that a kill meets calls in every stage.
const burstSizes = [1, 1, 1, 10]
const retryMs = 250
const patienceMs = 120_000

/** Answers of a dying database, and of the key of a call that died (503 or 500: spec/errors#codes-of-the-server). */
const retryable = new Set(['idempotency_in_progress', 'overloaded', 'internal_error'])

/**
 * A correct client: every POST has an `Idempotency-Key`, and is repeated with the same key until it is answered. An
 * error that a retry cannot repair ends the load.
 */
export const startLoad = (
  application: Credentials,
  random: SeededRandom,
  /** `sharers`: loads that run side by side, which together are as large as one alone. */
  { people, sharers }: { people: People; sharers: number },
): Load => {
  const met = new Map<string, number>()
  const accepted: AcceptedWork[] = []
  const outstanding = new Set<Promise<void>>()
  const failures: unknown[] = []
  let finishing = false

  const submit = (target: string, body: unknown, options: CallOptions, done: readonly string[] = []) =>
    untilAnswered(() => post<ErrorBody & { id: string }>(application, target, body, options), done, met)

  const perform = async (work: PlannedWork) => {
    const key = randomUUID()
    const { json } = await submit(work.target, work.body, { idempotencyKey: key, prefer: work.prefer })
    accepted.push({ ...work, key, id: json.id })
    if (work.cancelled)
      await submit(`/v1/batches/${json.id}/cancel`, undefined, { idempotencyKey: randomUUID() }, [
        'batch_not_cancellable',
      ])
  }

  const begin = (serial: number) => {
    const running: Promise<void> = perform(planWork(random, serial, people))
      .catch((error) => void failures.push(error))
      .finally(() => outstanding.delete(running))
    outstanding.add(running)
  }

  const produce = async () => {
    for (let serial = 0; !finishing && failures.length === 0; ) {
      for (let left = random.pick(burstSizes); left > 0; left--) begin(serial++)
      await delay(sharers * random.between(pauseMs.least, pauseMs.most))
      while (outstanding.size >= maxOutstanding / sharers) await Promise.race(outstanding)
    }
  }
  const producing = produce()

  return {
    met,
    async finish() {
      finishing = true
      await producing
      await Promise.all(outstanding)
      if (failures.length > 0) throw new AggregateError(failures, String(failures[0]))
      return accepted
    },
  }
}

const untilAnswered = async <Body extends ErrorBody>(
  send: () => Promise<Answer<Body>>,
  alsoDone: readonly string[],
  met: Map<string, number>,
): Promise<Answer<Body>> => {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const answer = await send().catch((error: Error & { code?: string }) => error)
    const outcome = outcomeOf(answer)
    met.set(outcome, (met.get(outcome) ?? 0) + 1)
    if (!(answer instanceof Error)) {
      const { status, json } = answer
      if ((status >= 200 && status < 300) || alsoDone.includes(json.error)) return answer
      if (!retryable.has(json.error)) throw new Error(`${outcome}: ${JSON.stringify(json)}`)
    }
    if (performance.now() > deadline) throw new Error(`not answered in ${patienceMs} ms, last ${outcome}`)
    await delay(pauseAfter(answer))
  }
}

const outcomeOf = (answer: Answer<ErrorBody> | (Error & { code?: string })): string =>
  answer instanceof Error
    ? (answer.code ?? answer.message.replace(/ to .*/, ''))
    : answer.status < 300
      ? `${answer.status}${answer.headers['idempotent-replayed'] ? ' replayed' : ''}`
      : `${answer.status} ${answer.json.error}`

const pauseAfter = (answer: Answer<ErrorBody> | Error): number => {
  const seconds = answer instanceof Error ? undefined : answer.json.retry_after
  return typeof seconds === 'number' ? Math.min(seconds, 2) * 1000 : retryMs
}
