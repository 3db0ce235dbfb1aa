import { columns, labelled, paint, printable, type Terminal, type Tone } from '@nani/cli'
import type { Delivery, DeliveryAttempt, WebhookEndpoint } from '@nani/server/calls/webhooks/index.ts'

/** Where events go and what waits. */
export const endpointText = (endpoint: WebhookEndpoint, terminal: Terminal): string => {
  const { application_id, environment, url, event_types, waiting, next_attempt_at } = endpoint
  const head = `${paint(terminal, 'strong', application_id)}  ${paint(terminal, 'quiet', environment)}`
  const body = labelled([
    ['Endpoint', [url === null ? 'none; register one: nani webhooks set URL' : printable(url)]],
    ['Events', url === null ? [] : [event_types?.join(', ') ?? 'every type']],
    ['Waiting', waiting > 0 ? [`${waiting}, the next attempt at ${next_attempt_at}`] : ['nothing']],
  ])
  return `${head}\n\n${body}\n`
}

const tones: Record<Delivery['state'], Tone> = { delivered: 'good', scheduled: 'middling', exhausted: 'bad' }
const shownAnswer = 60

const attemptRow = ({
  round,
  attempt,
  at,
  status,
  latency_ms,
  failure,
  answer,
}: DeliveryAttempt): string[] => {
  const start = answer === null ? '' : printable(answer.replace(/\s+/g, ' ').trim())
  const shown = start.length > shownAnswer ? `${start.slice(0, shownAnswer)}…` : start
  const which = round === 1 ? String(attempt) : `${attempt} of round ${round}`
  return [which, at, String(status ?? failure), `${latency_ms} ms`, shown]
}

/** One block for each delivery: what became of it, then its attempts. */
export const deliveriesText = (deliveries: readonly Delivery[], terminal: Terminal): string => {
  if (deliveries.length === 0) return 'No event was sent yet.\n'
  const block = (delivery: Delivery): string => {
    const next = delivery.next_attempt_at ? `next attempt ${delivery.next_attempt_at}` : ''
    const state = paint(terminal, tones[delivery.state], delivery.state)
    const head = [delivery.event_id, delivery.type ?? 'past its retention', state, next]
      .filter(Boolean)
      .join('  ')
    return [
      head,
      ...(delivery.attempts.length > 0 ? [columns(delivery.attempts.map(attemptRow), '  ')] : []),
    ].join('\n')
  }
  return `${deliveries.map(block).join('\n')}\n`
}
