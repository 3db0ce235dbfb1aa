import { isObject } from '../requests/strip-unknown-fields.ts'

/** Objects that may contain results and are not results. */
const containers: ReadonlySet<unknown> = new Set(['job', 'batch', 'list', 'event'])

/**
 * The ids of the results in a stored response, for the audit of its replay: the result itself, that of a job, or those
 * of a list. Each id is returned once.
 */
export const resultsOf = (value: unknown): string[] => [...new Set(resultsIn(value))]

const resultsIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(resultsIn)
  if (!isObject(value)) return []
  const { object, id, result, data } = value
  if (typeof object === 'string' && typeof id === 'string' && !containers.has(object)) return [id]
  return [object, result, data].flatMap(resultsIn)
}
