import { columns, labelled, paint, printable, type Terminal } from '@nani/cli'
import type { RestorationResult } from '@nani/server/organizations/organizations/index.ts'
import type {
  CaseGraphObject,
  CaseList,
  CaseObject,
  CaseStatistics,
  FalseReport,
  PartyObject,
  ShownCase,
} from '@nani/server/services/fraud/index.ts'

const minute = (at: string): string => at.slice(0, 16).replace('T', ' ')
const share = (strength: number): string => strength.toFixed(2)
const shown = (text: string | null): string => (text === null ? '–' : printable(text))

/** The cases, one line each. Late cases are painted. */
export const listText = ({ data, has_more, unread }: CaseList, terminal: Terminal): string => {
  if (data.length === 0) return `  There are no cases.\n${unreadText(unread)}`
  const rows = data.map((one) => [
    one.is_late ? paint(terminal, 'bad', one.case_number) : one.case_number,
    one.status,
    one.type,
    one.is_late ? `late since ${minute(one.due_at)}` : `due ${minute(one.due_at)}`,
    `priority ${one.priority}`,
    shown(one.assignee),
    one.amount ? `${one.amount.value} ${one.amount.currency}` : '',
    one.possible_duplicates.length > 0 ? `same party: ${one.possible_duplicates.join(', ')}` : '',
    one.duplicates_of_reporter.length > 0 ? `reported again: ${one.duplicates_of_reporter.join(', ')}` : '',
  ])
  return `${columns(rows, '  ')}\n${has_more ? '  More cases follow. Use a filter or --limit.\n' : ''}${unreadText(unread)}`
}

/** What is missing in an answer. */
const unreadText = (unread: readonly string[] = []): string =>
  unread.length === 0
    ? ''
    : `  A part is missing. These databases do not answer: ${unread.map(printable).join(', ')}.\n`

const objectionText = ({ by, proposal }: NonNullable<CaseObject['objection']>): string => {
  const proposed = proposal ? `, ${proposal.decision} is proposed by ${printable(proposal.by)}` : ''
  return `an objection is open (recorded by ${printable(by)}${proposed})`
}

const falseReportFact = {
  proposed: 'one person says that the report is false',
  yes: 'the report is false',
} as const

/** One line after an act. */
export const changedCaseText = ({
  case_number,
  status,
  assignee,
  proposal,
  duplicate_of,
  listed_victims,
  objection,
  false_report,
}: CaseObject): string => {
  const facts = [
    listed_victims && `victims to list: ${listed_victims.join(', ') || 'none'}`,
    objection && objectionText(objection),
    false_report === 'no' ? null : falseReportFact[false_report],
    assignee === null ? null : `assigned to ${printable(assignee)}`,
    proposal && `${proposal.status} is proposed by ${printable(proposal.by)}`,
    duplicate_of && `duplicate of ${duplicate_of}`,
  ].filter((fact) => fact !== null)
  return `  ${[`${case_number} is ${status}`, ...facts].join(', ')}.\n`
}

/** The verdicts of the register. Nothing is printed for a party that has no number of this country. */
const comparedText = ({ verdict, ...claims }: PartyObject['register']): string => {
  if (verdict === 'not_compared') return ''
  if (verdict === 'not_in_register') return 'NOT IN THE REGISTER'
  const verdicts = Object.entries(claims).flatMap(([claim, one]) =>
    one === 'not_provided' ? [] : [`${claim} ${one}`],
  )
  return `register: ${verdict} (${verdicts.join(', ')})`
}

/** After an act about a false report. */
export const falseReportText = (one: FalseReport): string => {
  const suspended = one.reporting_suspended
    ? `  Fraud reporting is suspended for ${one.application_id}. To give it back: nani cases restore-reporting ${one.application_id} --reason TEXT\n`
    : ''
  return `${changedCaseText(one)}  Reporter ${one.application_id}, ${reporterText(one.reporter)}.\n${suspended}`
}

export const restorationText = ({ application_id, service, status, is_live }: RestorationResult): string => {
  if (status === 'restored')
    return is_live
      ? `  ${application_id} may use ${service} again.\n`
      : `  The suspension of ${service} has ended for ${application_id}. It has no approval for the service, or does not have the service. See nani applications show ${application_id}.\n`
  return `  Proposed. Another person repeats the command within 24 hours to give ${service} back to ${application_id}.\n`
}

const reporterText = (record: ShownCase['reporter']): string =>
  `${record.reports} reports: ${record.confirmed} confirmed, ${record.dismissed} dismissed, ${record.reopened} reopened, ${record.false_reports} false`

const partyLine = (party: PartyObject): string => {
  if (party.anonymous) return `${party.type}, anonymous, ${party.country}`
  const { identifier } = party
  const facts = [
    identifier && `${identifier.type} ${identifier.value} (${identifier.issuing_country})`,
    party.full_name,
    party.date_of_birth,
    party.nationality,
    party.phone_number,
    party.business_name,
    party.registration_number,
  ].filter((fact) => fact !== null)
  return [party.type, party.role, ...facts.map(printable), comparedText(party.register)]
    .filter(Boolean)
    .join(', ')
}

/** What waits for a second person, with the option of that person's command. */
const waits = (text: string, id: string | null): string =>
  id === null ? text : `${text}; the second person gives --proposal ${id}`

export const shownCaseText = (one: ShownCase, terminal: Terminal): string => {
  const { parties, location, amount, proposal } = one
  const late = one.is_late ? paint(terminal, 'bad', ' (late)') : ''
  const evidence = one.evidence.map(
    ({ position, type, format, bytes, malware, description }) =>
      `${position}: ${type}, ${format}, ${bytes} bytes${malware ? `, MALWARE ${printable(malware)}` : ''}${description ? `, ${printable(description)}` : ''}`,
  )
  const timeline = one.timeline.map(({ at, actor, act, status, text }) =>
    [minute(at), printable(actor), status ? `${act} → ${status}` : act, text ? printable(text) : '']
      .filter(Boolean)
      .join('  '),
  )
  const links = one.links.map(
    ({ case_number, strength, reasons }) => `${case_number}  ${share(strength)}  ${reasons.join(', ')}`,
  )
  const { cluster, objection } = one
  return `${labelled({
    Case: `${one.case_number} (${one.id}, ${one.environment})`,
    Status: `${one.status}, due ${minute(one.due_at)}${late}`,
    Type: one.type,
    Reported: `${minute(one.created_at)} by ${one.application_id}`,
    Assignee: one.assignee === null ? null : printable(one.assignee),
    Priority: String(one.priority),
    Proposal: proposal && waits(`${proposal.status} by ${printable(proposal.by)}`, one.proposal_id),
    'Lists victims': one.listed_victims && (one.listed_victims.join(', ') || 'none'),
    Objection: objection && waits(objectionText(objection), one.objection_proposal_id),
    'False report':
      one.false_report === 'no'
        ? null
        : waits(falseReportFact[one.false_report], one.false_report_proposal_id),
    'Duplicate of': one.duplicate_of,
    Amount: amount && `${amount.value} ${amount.currency}`,
    Place: location && [location.city, location.province, location.country].map(shown).join(', '),
    Subject: parties?.subject ? partyLine(parties.subject) : null,
    Victims: parties?.victims.map(partyLine) ?? null,
    Description: one.description === null ? null : printable(one.description),
    Evidence: evidence,
    'Same party': one.possible_duplicates.join(', ') || null,
    'Reported again': one.duplicates_of_reporter.join(', ') || null,
    Reporter: reporterText(one.reporter),
    Linked: links,
    Cluster: cluster.size > 1 ? `${cluster.size} cases${cluster.is_cut ? ' or more' : ''}` : null,
    Timeline: timeline,
  })}\n${one.opened || one.erased ? '' : '  Parties are masked. Use --open --reason TEXT to read them.\n'}${unreadText(one.unread)}`
}

export const graphText = ({ case_number, size, is_cut, edges, unread }: CaseGraphObject): string => {
  if (size === 1) return `  ${case_number} is linked to no other case.\n${unreadText(unread)}`
  const rows = edges.map(({ from, to, strength, reasons }) => [from, to, share(strength), reasons.join(', ')])
  return `  The cluster has ${size} cases${is_cut ? ' or more' : ''}.\n${columns(rows, '  ')}\n${unreadText(unread)}`
}

const time = (seconds: number | null): string =>
  seconds === null
    ? '–'
    : seconds < 7_200
      ? `${Math.round(seconds / 60)} min`
      : `${(seconds / 3_600).toFixed(1)} h`

export const statisticsText = (statistics: CaseStatistics): string => {
  const { total, open, late, time_to_decision } = statistics
  const rows = Object.entries(statistics.by_type).map(([type, one]) => [
    type,
    String(one.total),
    String(one.by_status.received + one.by_status.under_review),
    String(one.late),
    String(one.by_status.confirmed),
    String(one.by_status.dismissed),
    String(one.by_status.escalated_to_authorities),
    time(one.time_to_decision.median_seconds),
  ])
  const head = ['type', 'cases', 'open', 'late', 'confirmed', 'dismissed', 'escalated', 'median decision']
  return [
    `  ${total} cases, ${open} open, ${late} late. Time to decision: median ${time(time_to_decision.median_seconds)}, p90 ${time(time_to_decision.p90_seconds)}.`,
    ...(rows.length > 0 ? [columns([head, ...rows], '  ')] : []),
    unreadText(statistics.unread),
  ].join('\n')
}
