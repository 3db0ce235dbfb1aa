import { columns, labelled, paint, printable, type Terminal, type Tone } from '@nani/cli'
import type { Delivery, DeliveryAttempt, WebhookEndpoint } from '@nani/server/calls/webhooks/index.ts'

/** Where events go and what waits. */
export const endpointText = (endpoint: WebhookEndpoint, terminal: Terminal): string => {
  const { application_id, environment, url, event_types, waiting, next_attempt_at } = endpoint
  const head = `${paint(terminal, 'strong', application_id)}  ${paint(terminal, 'quiet', environment)}`
  const body = labelled({
    Endpoint: url === null ? 'none; register one: nani webhooks set URL' : printable(url),
    Events: url === null ? null : (event_types?.join(', ') ?? 'every type'),
    Waiting: waiting > 0 ? `${waiting}, the next attempt at ${next_attempt_at}` : 'nothing',
  })
  return `${head}\n\n${body}\n`
}

const tones: Record<Delivery['state'], Tone> = { delivered: 'good', scheduled: 'middling', exhausted: 'bad' }
const shownAnswer = 60

const attemptRow = (one: DeliveryAttempt): string[] => {
  const start = printable((one.answer ?? '').replace(/\s+/g, ' ').trim())
  const shown = start.length > shownAnswer ? `${start.slice(0, shownAnswer)}…` : start
  const which = one.round === 1 ? String(one.attempt) : `${one.attempt} of round ${one.round}`
  return [which, one.at, String(one.status ?? one.failure), `${one.latency_ms} ms`, shown]
}

/** One block for each delivery: what became of it, then its attempts. */
export const deliveriesText = (deliveries: readonly Delivery[], terminal: Terminal): string => {
  if (deliveries.length === 0) return 'No event was sent yet.\n'
  const block = ({ event_id, type, state, next_attempt_at, attempts }: Delivery): string => {
    const words = [event_id, type ?? 'past its retention', paint(terminal, tones[state], state)]
    const head = [...words, ...(next_attempt_at ? [`next attempt ${next_attempt_at}`] : [])].join('  ')
    return attempts.length > 0 ? `${head}\n${columns(attempts.map(attemptRow), '  ')}` : head
  }
  return `${deliveries.map(block).join('\n')}\n`
}
