import type { Environment } from '@nani/contract'
import type { BaselineHit, ScreeningSources } from '../aml/index.ts'
import { fraudKey } from '../aml/index.ts'

/** Maximum number of entries in one look-up. One removed entry is enough for the event. */
const maxLookups = 1_000

type Sources = Pick<ScreeningSources, 'areListed' | 'fraudNetwork'>

/**
 * Whether an earlier entry has left its list (see spec/monitoring#removed-hits). An entry that is still listed but no
 * longer matches has not left its list.
 */
export const hasLeftList = async (
  previous: readonly BaselineHit[],
  current: readonly BaselineHit[],
  at: { environment: Environment; change: number },
  { areListed, fraudNetwork }: Sources,
): Promise<boolean> => {
  const found = new Set(current.map(({ key }) => key))
  const gone = previous.map(({ key }) => key).filter((key) => !found.has(key))
  const cases = gone.filter((key) => key.startsWith(fraudKey)).map((key) => key.slice(fraudKey.length))
  const entries = gone.filter((key) => !key.startsWith(fraudKey)).map(placeOf)
  if (cases.length > 0) {
    const listed = await fraudNetwork.listedSuspectCases(cases.slice(0, maxLookups), at.environment)
    if (cases.some((number) => !listed.has(number))) return true
  }
  if (entries.length === 0) return false
  const listed = await areListed(entries.slice(0, maxLookups), at.environment, at.change)
  return listed.includes(false)
}

/** The list and the reference of a key. */
const placeOf = (key: string) => {
  const colon = key.indexOf(':')
  return { list: key.slice(0, colon), reference: key.slice(colon + 1) }
}
