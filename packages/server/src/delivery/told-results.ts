/** What holds results and is none. */
const holders: ReadonlySet<unknown> = new Set(['job', 'batch', 'list', 'event'])

/**
 * The ids of the results that an answer tells, for the audit: the one that its path names, or those that are in it,
 * alone, in a job, in a page of results or of events. An alert tells of the screening that it names.
 */
export const toldResults = ({ id }: Readonly<Record<string, string>>, body: string): string[] =>
  id === undefined ? [...new Set(resultsIn(JSON.parse(body)))] : [id]

const resultsIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(resultsIn)
  if (typeof value !== 'object' || value === null) return []
  const { object, id, screening_id: screeningId, result, data } = value as Record<string, unknown>
  if (typeof screeningId === 'string') return [screeningId]
  if (typeof object === 'string' && typeof id === 'string' && !holders.has(object)) return [id]
  return [object, result, data].flatMap(resultsIn)
}
