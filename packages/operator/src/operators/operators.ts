import { columns, labelled, printable, printJson, type Terminal } from '@nani/cli'
import { type Actor, type OperatorRole, operatorRoles, Refusal } from '@nani/foundation/core/index.ts'
import {
  changeOperatorRoles,
  disableOperator,
  inviteOperator,
  listOperators,
  type OperatorNeeds,
  type OperatorObject,
  recoverSecondFactor,
} from '@nani/server/desk/operators/index.ts'
import { operatorRealm as realm } from '@nani/server/organizations/people/index.ts'
import { withInstallation } from '../installation.ts'
import { noteUnknownLogin, rulesOf } from '../installation-rules.ts'
import { operatorOf } from '../operator-actor.ts'

type Options = { json?: boolean; as?: string }

const run = <Answer>(
  options: Options,
  terminal: Terminal,
  use: (actor: Actor, needs: OperatorNeeds) => Promise<Answer>,
): Promise<Answer> =>
  withInstallation(terminal, async (installation) => {
    const { deskUrl, deskPort, deskCertificateFile } = installation.config
    const scheme = deskCertificateFile ? 'https' : 'http'
    const origin = () => (deskUrl ? new URL(deskUrl).origin : `${scheme}://localhost:${deskPort}`)
    const rules = await rulesOf(installation)
    return use(operatorOf(options, terminal), { ...installation, realm, origin, rules })
  })

/** The names of roles, as the option gives them. */
const rolesOf = (given: readonly string[]): OperatorRole[] => {
  const unknown = given.find((role) => !(operatorRoles as readonly string[]).includes(role))
  if (given.length === 0 || unknown !== undefined)
    throw new Refusal('value_invalid', `The roles must be some of ${operatorRoles.join(', ')}.`, {
      context: { field: 'roles' },
    })
  return [...new Set(given)] as OperatorRole[]
}

const print = (value: unknown, text: string, { json }: Options, terminal: Terminal): void => {
  if (json) printJson(terminal, value)
  else terminal.out(text)
}

/** `nani operators invite EMAIL`. */
export const invite = async (
  email: string,
  options: Options & { name: string; roles: string[] },
  terminal: Terminal,
): Promise<void> => {
  const { name } = options
  const invited = await run(options, terminal, (actor, needs) =>
    inviteOperator(actor, { email, name, roles: rolesOf(options.roles) }, needs),
  )
  const text = labelled([
    ['Operator', [invited.operator_id]],
    ['Link', [invited.enrolment_url]],
    ['Until', [invited.expires_at]],
  ])
  print(invited, `${text}\n`, options, terminal)
}

const rowOf = ({ id, status, name, email, roles }: OperatorObject): string[] => [
  ...[id, status, printable(name), printable(email), roles.join(', ')],
]

/** `nani operators list`. */
export const list = async (options: Options, terminal: Terminal): Promise<void> => {
  const { data } = await run(options, terminal, (actor, needs) => listOperators(actor, {}, needs))
  const text = data.length > 0 ? `${columns(data.map(rowOf), '  ')}\n` : '  There are no operators.\n'
  print({ data }, text, options, terminal)
}

/** `nani operators roles OPERATOR`. */
export const changeRoles = async (
  id: string,
  options: Options & { roles: string[] },
  terminal: Terminal,
): Promise<void> => {
  const changed = await run(options, terminal, (actor, needs) =>
    changeOperatorRoles(actor, { id, roles: rolesOf(options.roles) }, needs),
  )
  print(changed, `${columns([rowOf(changed)], '  ')}\n`, options, terminal)
}

/** `nani operators disable OPERATOR`. */
export const disable = async (id: string, options: Options, terminal: Terminal): Promise<void> => {
  const disabled = await run(options, terminal, (actor, needs) => disableOperator(actor, { id }, needs))
  print(disabled, `${columns([rowOf(disabled)], '  ')}\n`, options, terminal)
}

/** `nani operators recover OPERATOR`. */
export const recover = async (
  id: string,
  options: Options & { reason: string },
  terminal: Terminal,
): Promise<void> => {
  const recovered = await run(options, terminal, (actor, needs) => {
    noteUnknownLogin(needs.rules, terminal)
    return recoverSecondFactor(actor, { id, reason: options.reason }, needs)
  })
  const text =
    recovered.status === 'proposed'
      ? '  Proposed. Another person repeats the command within 24 hours.\n'
      : '  The second factors are removed. The person signs in and adds a new one.\n'
  print(recovered, text, options, terminal)
}
