import { get, post } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { printedBy } from '../installation/nani-command.ts'
import type { Printed } from '../installation/served-commands.ts'

/** A case as the desk prints it (docs/fraud-desk.md). */
export type DeskCase = {
  object: string
  id: string
  case_number: string
  environment: string
  status: string
  type: string
  is_late: boolean
  priority: number
  assignee: string | null
  proposal: { status: string; by: string } | null
  duplicate_of: string | null
  possible_duplicates?: string[]
}

/** Runs `nani cases …` and returns what it printed. */
export const cases = (dataDir: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Printed> =>
  printedBy(dataDir, ['cases', ...args], env)

/** The same with `--json`. Fails when the command fails. */
export const casesJson = async <T = DeskCase>(
  dataDir: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<T> => {
  const { code, out, err } = await cases(dataDir, [...args, '--json'], env)
  if (code !== 0) throw new Error(`nani cases ${args.join(' ')}: ${out}${err}`)
  return JSON.parse(out) as T
}

/** The code of the error that `nani cases …` ends with, or null. */
export const errorOf = (dataDir: string, args: string[], env: NodeJS.ProcessEnv = {}) =>
  naniError(dataDir, ['cases', ...args], env)

/** The code of the error that a command ends with, or null. */
export const naniError = async (
  dataDir: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<string | null> => {
  const { code, out } = await printedBy(dataDir, [...args, '--json'], env)
  return code === 0 ? null : (JSON.parse(out) as { error: { code: string } }).error.code
}

export type Report = { id: string; case_number: string; status: string } & Record<string, unknown>

export const reportFraud = async (
  credentials: Credentials,
  changes: Record<string, unknown> = {},
): Promise<Report> => {
  const body = { type: 'other', description: 'A person asked for the PIN on the phone.', ...changes }
  const { status, json } = await post<Report>(credentials, '/v1/fraud/reports', body)
  if (status !== 200) throw new Error(`the report answered ${status}: ${JSON.stringify(json)}`)
  return json
}

export const statusOf = async (credentials: Credentials, id: string): Promise<string> =>
  (await get<Report>(credentials, `/v1/fraud/reports/${id}`)).json.status

type Listed = { type: string; data: { object: Report; previous_attributes?: { status: string } } }

/** The changes of status that events report of a case, oldest first, as `from → to`. */
export const reportedChanges = async (credentials: Credentials, id: string): Promise<string[]> => {
  const found: string[] = []
  for (let after = ''; ; ) {
    const target = `/v1/events?limit=500${after}`
    const { json } = await get<{ data: Listed[]; next_cursor: string }>(credentials, target)
    if (json.data.length === 0) return found
    for (const { type, data } of json.data) {
      if (type === 'fraud_report.status_changed' && data.object.id === id)
        found.push(`${data.previous_attributes?.status} → ${data.object.status}`)
    }
    after = `&after=${json.next_cursor}`
  }
}
