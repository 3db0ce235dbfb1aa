import { namesOfUnread } from './cases-of-all.ts'
import type { CaseGraph } from './linked-cases.ts'

/** The links of a case as the desk returns them. */
export type CaseGraphObject = {
  object: 'fraud_case_graph'
  case_number: string
  /** Number of cases that are linked directly or through others, with the case itself. */
  size: number
  is_cut: boolean
  /** The cases that are linked directly, the strongest link first. */
  links: readonly { case_number: string; reasons: readonly string[]; strength: number }[]
  nodes: readonly { case_number: string; id: string; type: string; status: string }[]
  edges: readonly { from: string; to: string; reasons: readonly string[]; strength: number }[]
  /** The databases whose cases are missing at present. */
  unread?: readonly string[]
}

export const caseGraphObject = (
  caseNumber: string,
  { cases, links, isCut, unread }: CaseGraph,
): CaseGraphObject => ({
  object: 'fraud_case_graph',
  case_number: caseNumber,
  size: cases.length,
  is_cut: isCut,
  links: directLinks(caseNumber, links),
  nodes: cases.map((one) => ({
    case_number: one.caseNumber,
    id: one.caseId,
    type: one.type,
    status: one.state.status,
  })),
  edges: links,
  ...namesOfUnread(unread),
})

export const directLinks = (caseNumber: string, links: CaseGraph['links']): CaseGraphObject['links'] =>
  links.flatMap(({ from, to, reasons, strength }) =>
    from === caseNumber || to === caseNumber
      ? [{ case_number: from === caseNumber ? to : from, reasons, strength }]
      : [],
  )
