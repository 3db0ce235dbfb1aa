import { columns, labelled, printable, printJson, type Terminal } from '@nani/cli'
import type { Organization } from '@nani/contract/console'
import type { Actor } from '@nani/foundation/core/index.ts'
import {
  listAllOrganizations,
  type OversightNeeds,
  refuseOrganization,
  restoreOrganization,
  showOrganization,
  suspendOrganization,
  verifyOrganization,
} from '@nani/server/organizations/organizations/index.ts'
import { withInstallation } from './installation.ts'
import { noteUnknownLogin, rulesOf } from './installation-rules.ts'
import { operatorOf } from './operator-actor.ts'

type Options = { json?: boolean; as?: string }
type ReasonOptions = Options & { reason: string }

const print = (value: unknown, text: string, { json }: Options, terminal: Terminal): void => {
  if (json) printJson(terminal, value)
  else terminal.out(text)
}

const run = <Answer>(
  options: Options,
  terminal: Terminal,
  use: (actor: Actor, needs: OversightNeeds) => Promise<Answer>,
): Promise<Answer> =>
  withInstallation(terminal, async (installation) => {
    const rules = await rulesOf(installation)
    return use(operatorOf(options, terminal), { ...installation, rules })
  })

/** `nani organizations list`. */
export const list = async (
  options: Options & { status?: Organization['status'] },
  terminal: Terminal,
): Promise<void> => {
  const data = await run(options, terminal, (actor, needs) =>
    listAllOrganizations(actor, options.status ? { status: options.status } : {}, needs),
  )
  const rows = data.map(({ id, status, name, rccm }) => [id, status, printable(name), rccm ?? 'no RCCM'])
  const text = rows.length > 0 ? `${columns(rows, '  ')}\n` : '  There are no organizations.\n'
  print({ data }, text, options, terminal)
}

const textOf = ({ comparison, ...one }: Organization): string =>
  `${labelled([
    ['Id', [one.id]],
    ['Name', [printable(one.name)]],
    ['RCCM', [one.rccm ?? 'none']],
    ['Status', [one.status_reason === null ? one.status : `${one.status}: ${printable(one.status_reason)}`]],
    [
      'Register',
      comparison
        ? [
            `${comparison.result}: ${printable(comparison.legal_name ?? 'no business')} (${comparison.status ?? '-'})`,
          ]
        : ['not compared'],
    ],
    ['Since', [one.created_at]],
  ])}\n`

/** `nani organizations show ID`. */
export const show = async (id: string, options: Options, terminal: Terminal): Promise<void> => {
  const shown = await run(options, terminal, (actor, needs) =>
    showOrganization(actor, { organization_id: id }, needs),
  )
  print(shown, textOf(shown), options, terminal)
}

/** `nani organizations verify ID`. */
export const verify = async (id: string, options: Options, terminal: Terminal): Promise<void> => {
  const verified = await run(options, terminal, (actor, needs) =>
    verifyOrganization(actor, { organization_id: id }, needs),
  )
  print(verified, textOf(verified), options, terminal)
}

/** `nani organizations refuse ID`. */
export const refuse = async (id: string, options: ReasonOptions, terminal: Terminal): Promise<void> => {
  const refused = await run(options, terminal, (actor, needs) =>
    refuseOrganization(actor, { organization_id: id, reason: options.reason }, needs),
  )
  print(refused, textOf(refused), options, terminal)
}

const byTwoPeople =
  (act: typeof suspendOrganization) =>
  async (id: string, options: ReasonOptions, terminal: Terminal): Promise<void> => {
    const result = await run(options, terminal, (actor, needs) => {
      noteUnknownLogin(needs.rules, terminal)
      return act(actor, { organization_id: id, reason: options.reason }, needs)
    })
    const next = result.status === 'proposed' ? '  Another person repeats the command within 24 hours.\n' : ''
    print(result, textOf(result.organization) + next, options, terminal)
  }

/** `nani organizations suspend ID`. */
export const suspend = byTwoPeople(suspendOrganization)
/** `nani organizations restore ID`. */
export const restore = byTwoPeople(restoreOrganization)
