import { isServiceName } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import { deriveKey } from '@nani/foundation/storage/index.ts'
import type { ReviewNeeds } from '@nani/server/organizations/reviews/index.ts'
import { area, type OptionSpec } from './command-line/command-area.ts'
import { gathered } from './command-line/derive-options.ts'
import { openCells } from './command-line/in-place.ts'

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
    throw new Refusal('value_invalid', 'The decision is approve, request-changes or reject.')
  },
} satisfies OptionSpec

const services = {
  ...{ text: 'the approved services (default: those of the review)', value: 'a,b', parse: gathered },
  read(names: string[] | undefined) {
    const unknown = names?.find((name) => !isServiceName(name))
    if (unknown === undefined) return names
    throw new Refusal('value_invalid', `There is no service ${unknown}.`)
  },
} satisfies OptionSpec

/** `nani reviews …`: production reviews of applications. */
export const reviews = area<typeof import('@nani/server/organizations/reviews/index.ts'), ReviewNeeds>({
  name: 'reviews',
  about: 'production reviews of applications',
  load: () => import('@nani/server/organizations/reviews/index.ts'),
  async needs({ module, installation, terminal, rules, given, finally: atEnd }) {
    const { cellIsAway, createListCursors, inTurnOf } = await import('@nani/server/gateway/acts/index.ts')
    const cells = await openCells(installation, terminal, atEnd)
    const databases = [
      { name: 'home', pool: installation.pool },
      ...cells.map(({ name, place }) => ({ name, pool: place?.pool ?? null })),
    ]
    const found =
      cells.length > 0 && typeof given.id === 'string'
        ? await module.placeOfReview(databases, given.id)
        : null
    const named = cells.find(({ name }) => name === found?.name)
    if (found && named && !named.place?.cell) throw cellIsAway(named.name)
    const cell = found && named?.place?.cell && inTurnOf(named.place.cell, found.organizationId)
    return {
      ...(named?.place ?? installation),
      ...(cell && { cell }),
      databases: () => databases,
      rules: await rules(),
      cursors: createListCursors(deriveKey(installation.rootKey, 'console-cursors')),
      dossierVault: installation.vaultFor('dossiers'),
      requestsVault: installation.vaultFor('requests'),
    }
  },
  commands: {
    list: { act: 'listReviews', columns: 'id status enhanced application_id name submitted_at' },
    'show <id>': 'showReview',
    'decide <id> <decision>': {
      act: 'decideReview',
      options: { decision, services, reason: 'the reason, which the organization sees; not for approve' },
      async perform({ module, input, needs, perform }) {
        const decided = await perform(module.decideReview, input as never)
        const { announceDue } = await import('@nani/server/calls/webhooks/index.ts')
        await announceDue(needs.pool, [decided.review.application_id])
        return decided
      },
    },
  },
})
