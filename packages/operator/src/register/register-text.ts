import { columns, labelled, printable } from '@nani/cli'
import type { Citizen, WriteView } from '@nani/server/register/register/index.ts'
import type { ImportReport } from '@nani/server/register/register-import/index.ts'

/** A citizen, and in whose answers they appear. */
export type RegisterAnswer = { citizen: Citizen; sandbox: boolean; production: boolean }
export type RegisterSummary = Awaited<
  ReturnType<typeof import('@nani/server/register/register/index.ts').readRegisterSummary>
>

const whose: Record<WriteView, string> = {
  sandbox: 'sandbox calls only',
  production: 'production calls only',
  both: 'sandbox and production calls',
}

const rate = (count: number, seconds: number) =>
  `${seconds.toFixed(1)} s${seconds > 0 && count > 0 ? `, ${Math.round(count / seconds)} a second` : ''}`

const shownRefusals = 10

const endedText = ({ citizens, devices, sessions, enrolments }: ImportReport['ended']): string[] =>
  citizens === 0
    ? []
    : devices === null
      ? [`${citizens} citizens lost their account. Their devices and sessions end within seconds`]
      : [
          `${citizens} citizens lost their account: ${devices} devices, ${sessions} sessions, ${enrolments} enrolments`,
        ]

const refusedText = (refused: number, file: string | null): string =>
  file === null ? String(refused) : `${refused}; every one is in ${printable(file)}`

/** What an import did, and which lines it refused. */
export const importText = (
  report: ImportReport,
  kind: string,
  seconds: number,
  view: WriteView | null,
): string => {
  const { written, refused, done, resumedAfter, refusals, ended, rejectedFile } = report
  const facts = labelled([
    ['Written', [`${written} ${kind}${view ? `, seen by ${whose[view]}` : ''}`]],
    ['Refused', refused > 0 ? [refusedText(refused, rejectedFile)] : []],
    ['Access ended', endedText(ended)],
    ['Resumed', resumedAfter > 0 ? [`after ${resumedAfter} records of an earlier run`] : []],
    ['Time', [rate(done - resumedAfter, seconds)]],
  ])
  const lines = refusals
    .slice(0, shownRefusals)
    .map(({ line, reason }) => [`line ${line}`, printable(reason)])
  const more = refused > lines.length ? `\n  … and ${refused - lines.length} more` : ''
  return `${facts}\n${lines.length > 0 ? `\n${columns(lines, '  ')}${more}\n` : ''}`
}

export type GeneratedReport = {
  count: number
  environment: WriteView
  written: number
  refused: number
  seconds: number
  examples: string[]
}

/** What a generation did, with a few people to ask for. */
export const generatedText = ({
  count,
  environment,
  written,
  refused,
  seconds,
  examples,
}: GeneratedReport): string =>
  `${labelled([
    ['Written', [`${written} citizens, seen by ${whose[environment]}`]],
    ['Refused', refused > 0 ? [`${refused}: their number is taken`] : []],
    ['Time', [rate(count, seconds)]],
    ['For example', [examples.join(', ')]],
  ])}\n`

/** How many the register holds, for whose calls. */
export const summaryText = ({ citizens, certified, documents, businesses }: RegisterSummary): string =>
  `${labelled([
    [
      'Citizens',
      [`${citizens.total}: ${citizens.sandbox} seen by sandbox, ${citizens.production} by production calls`],
    ],
    ['Certified', [String(certified)]],
    ['Documents', [String(documents)]],
    ['Businesses', [String(businesses)]],
  ])}\n`

const counted = (one: string, list: unknown[]) => (list.length > 0 ? [`${list.length} ${one}`] : [])

/** A citizen as the register holds them; the blocks by their number only. */
export const personText = ({ citizen, sandbox, production }: RegisterAnswer): string => {
  const { biometrics } = citizen
  const view = sandbox && production ? 'both' : sandbox ? 'sandbox' : 'production'
  return `${labelled([
    [
      'Citizen',
      [
        printable(citizen.full_name),
        `born ${citizen.date_of_birth} · ${citizen.gender} · ${printable(citizen.nationality)}`,
      ],
    ],
    [
      'Account',
      [
        `${citizen.svc_id} · ${citizen.status} · ${citizen.certified ? 'certified' : 'not certified'} · ${citizen.level_of_assurance}`,
      ],
    ],
    ['Seen by', [whose[view]]],
    [
      'Documents',
      citizen.documents.map((document) =>
        printable(`${document.type} ${document.number} · ${document.status}`),
      ),
    ],
    [
      'On record',
      [
        [
          ...counted('addresses', citizen.addresses),
          ...counted('emails', citizen.emails),
          ...counted('phone numbers', citizen.phone_numbers),
          ...counted('professions', citizen.professions),
          ...counted('fingerprints', biometrics.fingerprints),
          ...counted('irises', biometrics.iris),
          ...(biometrics.selfie ? ['a selfie'] : []),
        ].join(', ') || 'nothing more',
      ],
    ],
  ])}\n`
}
