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

const endedText = ({ citizens, devices, sessions, enrolments }: ImportReport['ended']): string | null => {
  if (citizens === 0) return null
  const lost = `${citizens} citizens lost their account`
  return devices === null
    ? `${lost}. Their devices and sessions end within seconds`
    : `${lost}: ${devices} devices, ${sessions} sessions, ${enrolments} enrolments`
}

/** The end of an import, and the first lines that it refused. */
export const importText = (
  report: ImportReport,
  kind: string,
  seconds: number,
  view: WriteView | null,
): string => {
  const { written, refused, done, resumedAfter, refusals, ended, rejectedFile } = report
  const facts = labelled({
    Written: `${written} ${kind}${view ? `, seen by ${whose[view]}` : ''}`,
    Refused:
      refused > 0 ? `${refused}${rejectedFile ? `; every one is in ${printable(rejectedFile)}` : ''}` : null,
    'Access ended': endedText(ended),
    Resumed: resumedAfter > 0 ? `after ${resumedAfter} records of an earlier run` : null,
    Time: rate(done - resumedAfter, seconds),
  })
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

/** The end of a generation, with a few people to ask for. */
export const generatedText = (report: GeneratedReport): string =>
  `${labelled({
    Written: `${report.written} citizens, seen by ${whose[report.environment]}`,
    Refused: report.refused > 0 ? `${report.refused}: their number is taken` : null,
    Time: rate(report.count, report.seconds),
    'For example': report.examples.join(', '),
  })}\n`

const counted = (one: string, list: unknown[]) => (list.length > 0 ? [`${list.length} ${one}`] : [])

/** A citizen with the number of entries in each block, or the numbers of the whole register. */
export const shownText = (shown: RegisterSummary | RegisterAnswer): string =>
  `${labelled('citizen' in shown ? factsOfPerson(shown) : factsOfRegister(shown))}\n`

const factsOfRegister = ({ citizens, certified, documents, businesses }: RegisterSummary) => ({
  Citizens: `${citizens.total}: ${citizens.sandbox} seen by sandbox, ${citizens.production} by production calls`,
  ...{ Certified: String(certified), Documents: String(documents), Businesses: String(businesses) },
})

const factsOfPerson = ({ citizen, sandbox, production }: RegisterAnswer) => {
  const { biometrics } = citizen
  const onRecord = [
    ...counted('addresses', citizen.addresses),
    ...counted('emails', citizen.emails),
    ...counted('phone numbers', citizen.phone_numbers),
    ...counted('professions', citizen.professions),
    ...counted('fingerprints', biometrics.fingerprints),
    ...counted('irises', biometrics.iris),
    ...(biometrics.selfie ? ['a selfie'] : []),
  ]
  const certified = citizen.certified ? 'certified' : 'not certified'
  return {
    Citizen: [
      printable(citizen.full_name),
      `born ${citizen.date_of_birth} · ${citizen.gender} · ${printable(citizen.nationality)}`,
    ],
    Account: `${citizen.svc_id} · ${citizen.status} · ${certified} · ${citizen.level_of_assurance}`,
    'Seen by': whose[sandbox && production ? 'both' : sandbox ? 'sandbox' : 'production'],
    Documents: citizen.documents.map(({ type, number, status }) =>
      printable(`${type} ${number} · ${status}`),
    ),
    'On record': onRecord.join(', ') || 'nothing more',
  }
}
