import { isServiceName } from '@nani/contract'
import type { Review } from '@nani/contract/console'
import { OperatorError } from '@nani/foundation/core/index.ts'
import { deriveKey } from '@nani/foundation/storage/index.ts'
import type { ReviewNeeds } from '@nani/server/organizations/reviews/index.ts'
import { area, type OptionSpec } from './command-area.ts'
import { gathered } from './derive-options.ts'
import { facts, table } from './views.ts'

const example = 'rev_01JB2X4T6V9X2B5D7F9H1K3M5P'

const textOf = facts<Review>({
  Id: 'id',
  Application: (one) => `${one.name}, ${one.application_id}`,
  Status: (one) => `${one.status}${one.enhanced ? ' (enhanced)' : ''}`,
  Services: 'services',
  Scopes: 'scopes',
  Purposes: 'purposes',
  Answers: (one) => Object.entries(one.answers).map(([name, text]) => `${name}: ${text}`),
  Files: (one) => one.files.map(({ kind, name, bytes }) => `${kind}: ${name}, ${bytes} bytes`),
  Messages: (one) => one.messages.map(({ created_at, from, text }) => `${created_at} (${from}): ${text}`),
})

const decisions: Readonly<Record<string, string>> = {
  approve: 'approve',
  reject: 'reject',
  'request-changes': 'request_changes',
}

const decision = {
  text: 'approve, request-changes or reject',
  parse: (text: string) => text,
  read(text: string) {
    const known = decisions[text]
    if (known) return known
    throw new OperatorError('value_invalid', 'The decision is approve, request-changes or reject.')
  },
} as unknown as OptionSpec

const services = {
  ...{ text: 'the approved services (default: those of the review)', value: 'a,b', parse: gathered },
  read(names: string[] | undefined) {
    const unknown = names?.find((name) => !isServiceName(name))
    if (unknown === undefined) return names
    throw new OperatorError('value_invalid', `There is no service ${unknown}.`)
  },
} as unknown as OptionSpec

type Decided = { status: string; review: Review }

/** `nani reviews …`: production reviews of applications. */
export const reviews = area<typeof import('@nani/server/organizations/reviews/index.ts'), ReviewNeeds>({
  name: 'reviews',
  about: 'production reviews of applications',
  load: () => import('@nani/server/organizations/reviews/index.ts'),
  async needs({ installation, rules }) {
    const { createListCursors } = await import('@nani/server/gateway/acts/index.ts')
    return {
      ...installation,
      rules: await rules(),
      cursors: createListCursors(deriveKey(installation.rootKey, 'console-cursors')),
      dossierVault: installation.vaultFor('dossiers'),
      requestsVault: installation.vaultFor('requests'),
    }
  },
  commands: [
    {
      words: 'list',
      about: 'the submitted reviews, the oldest first',
      example: 'reviews list --status submitted',
      act: 'listReviews',
      options: { status: 'such as submitted or in_review (default: all)' },
      json: (data) => ({ data }),
      text: table<Review>(
        [
          ...(['id', 'status'] as const),
          (one) => (one.enhanced ? 'enhanced' : ''),
          ...(['application_id', 'name', 'submitted_at'] as const),
        ],
        '  There are no reviews.',
      ),
    },
    {
      words: 'show <id>',
      about: 'one review with its answers, files and messages; the reading is audited',
      example: `reviews show ${example}`,
      act: 'showReview',
      text: textOf,
    },
    {
      words: 'decide <id> <decision>',
      about: 'approve, request-changes or reject; an enhanced review needs the approval of two people',
      example: `reviews decide ${example} approve --services kyc_validation`,
      act: 'decideReview',
      options: { decision, services, reason: 'the reason, which the organization sees; not for approve' },
      async perform({ module, input, needs, perform }) {
        const decided = await perform(module.decideReview, input as never)
        const { announceDue } = await import('@nani/server/calls/webhooks/index.ts')
        await announceDue(needs.pool, [decided.review.application_id])
        return decided
      },
      text: ({ status, review }: Decided) =>
        textOf(review) + (status === 'proposed' ? '  Another reviewer repeats the command.\n' : ''),
    },
  ],
})
