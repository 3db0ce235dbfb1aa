import { columns, labelled, printable, printJson, type Terminal } from '@nani/cli'
import type { Environment } from '@nani/contract'
import {
  accessDependencies,
  answerDispute,
  type DisputeStatus,
  listDisputes,
  type ShownDispute,
  showDispute,
} from '@nani/server/citizens/accesses/index.ts'
import { withInstallation } from './installation.ts'
import { operatorOf } from './operator-actor.ts'

type Options = { json?: boolean; as?: string }
type ListOptions = Options & {
  application?: string
  environment?: Environment
  status?: DisputeStatus
  limit: number
}

const print = (value: unknown, text: string, { json }: Options, terminal: Terminal): void => {
  if (json) printJson(terminal, value)
  else terminal.out(text)
}

/** `nani disputes list`. */
export const list = async (options: ListOptions, terminal: Terminal): Promise<void> => {
  const { application, environment, status, limit } = options
  const data = await withInstallation(terminal, (installation) =>
    listDisputes(
      operatorOf(options, terminal),
      {
        ...(application !== undefined && { applicationId: application }),
        ...(environment && { environment }),
        ...(status && { status }),
        limit,
      },
      accessDependencies(installation),
    ),
  )
  const rows = data.map((one) => [
    one.id,
    one.status,
    one.environment,
    printable(one.access.organization),
    printable(one.access.application),
    one.access.service,
    `since ${one.created_at}`,
  ])
  const text = rows.length > 0 ? `${columns(rows, '  ')}\n` : '  There are no disputes.\n'
  print({ data }, text, options, terminal)
}

/** `nani disputes show ID`. */
export const show = async (id: string, options: Options, terminal: Terminal): Promise<void> => {
  const shown = await withInstallation(terminal, (installation) =>
    showDispute(operatorOf(options, terminal), id, accessDependencies(installation)),
  )
  print(shown, detailsText(shown), options, terminal)
}

/** `nani disputes answer ID TEXT`. */
export const answer = async (
  id: string,
  text: string,
  options: Options,
  terminal: Terminal,
): Promise<void> => {
  const shown = await withInstallation(terminal, (installation) =>
    answerDispute(operatorOf(options, terminal), { id, text }, accessDependencies(installation)),
  )
  print(shown, `  ${shown.id} is ${shown.status}.\n`, options, terminal)
}

const detailsText = ({ access, ...shown }: ShownDispute): string =>
  `${labelled([
    ['Id', [shown.id]],
    ['Status', [`${shown.status} since ${shown.changed_at}`]],
    ['Application', [`${printable(access.application)}, ${shown.application_id} (${shown.environment})`]],
    ['Organization', [printable(access.organization)]],
    ['Read', [`${access.at}, ${access.service}, ${access.purpose ?? 'no purpose'}`]],
    ['Result', [access.id]],
    ['Scopes', access.scopes],
    ['Text', [printable(shown.text)]],
    ['Answers', shown.answers.map(({ at, from, text }) => `${at} (${from}): ${printable(text)}`)],
  ])}\n`
