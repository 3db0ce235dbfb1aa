import { columns, labelled, printable, printJson, type Terminal } from '@nani/cli'
import { isServiceName } from '@nani/contract'
import type { Review } from '@nani/contract/console'
import { type Actor, Refusal } from '@nani/foundation/core/index.ts'
import { deriveKey } from '@nani/foundation/storage/index.ts'
import { announceDue } from '@nani/server/calls/webhooks/index.ts'
import { createListCursors } from '@nani/server/gateway/acts/index.ts'
import {
  decideReview,
  listReviews,
  type ReviewNeeds,
  showReview,
} from '@nani/server/organizations/reviews/index.ts'
import { withInstallation } from './installation.ts'
import { noteUnknownLogin, rulesOf } from './installation-rules.ts'
import { operatorOf } from './operator-actor.ts'

type Options = { json?: boolean; as?: string }

const print = (value: unknown, text: string, { json }: Options, terminal: Terminal): void => {
  if (json) printJson(terminal, value)
  else terminal.out(text)
}

const run = <Answer>(
  options: Options,
  terminal: Terminal,
  use: (actor: Actor, needs: ReviewNeeds) => Promise<Answer>,
): Promise<Answer> =>
  withInstallation(terminal, async (installation) => {
    const { vaultFor, rootKey } = installation
    return use(operatorOf(options, terminal), {
      ...installation,
      rules: await rulesOf(installation),
      cursors: createListCursors(deriveKey(rootKey, 'console-cursors')),
      dossierVault: vaultFor('dossiers'),
      requestsVault: vaultFor('requests'),
    })
  })

/** `nani reviews list`. */
export const list = async (
  options: Options & { status?: NonNullable<Review['status']> },
  terminal: Terminal,
): Promise<void> => {
  const data = await run(options, terminal, (actor, needs) =>
    listReviews(actor, options.status ? { status: options.status } : {}, needs),
  )
  const rows = data.map((one) => [
    ...[one.id, one.status, one.enhanced ? 'enhanced' : '', one.application_id, printable(one.name)],
    one.submitted_at ?? '',
  ])
  const text = rows.length > 0 ? `${columns(rows, '  ')}\n` : '  There are no reviews.\n'
  print({ data }, text, options, terminal)
}

const textOf = (review: Review): string =>
  `${labelled([
    ['Id', [review.id]],
    ['Application', [`${printable(review.name)}, ${review.application_id}`]],
    ['Status', [`${review.status}${review.enhanced ? ' (enhanced)' : ''}`]],
    ['Services', review.services],
    ['Scopes', review.scopes],
    ['Purposes', review.purposes],
    ['Answers', Object.entries(review.answers).map(([name, text]) => `${name}: ${printable(String(text))}`)],
    ['Files', review.files.map(({ kind, name, bytes }) => `${kind}: ${printable(name)}, ${bytes} bytes`)],
    [
      'Messages',
      review.messages.map(({ created_at, from, text }) => `${created_at} (${from}): ${printable(text)}`),
    ],
  ])}\n`

/** `nani reviews show ID`. */
export const show = async (id: string, options: Options, terminal: Terminal): Promise<void> => {
  const shown = await run(options, terminal, (actor, needs) => showReview(actor, { id }, needs))
  print(shown, textOf(shown), options, terminal)
}

const decisionOf = (text: string) => {
  switch (text) {
    case 'approve':
    case 'reject':
      return text
    case 'request-changes':
      return 'request_changes'
    default:
      throw new Refusal('value_invalid', 'The decision is approve, request-changes or reject.')
  }
}

type DecideOptions = Options & { services?: string[]; reason?: string }

/** `nani reviews decide ID DECISION`. */
export const decide = async (
  id: string,
  given: string,
  options: DecideOptions,
  terminal: Terminal,
): Promise<void> => {
  const decision = decisionOf(given)
  const unknown = options.services?.find((service) => !isServiceName(service))
  if (unknown !== undefined) throw new Refusal('value_invalid', `There is no service ${unknown}.`)
  const services = options.services?.filter(isServiceName)
  const result = await run(options, terminal, async (actor, needs) => {
    noteUnknownLogin(needs.rules, terminal)
    const decided = await decideReview(
      actor,
      { id, decision, ...(services && { services }), ...(options.reason && { reason: options.reason }) },
      needs,
    )
    await announceDue(needs.pool, [decided.review.application_id])
    return decided
  })
  const next = result.status === 'proposed' ? '  Another reviewer repeats the command.\n' : ''
  print(result, textOf(result.review) + next, options, terminal)
}
