import { probabilityOf } from '../serving/score-scale.ts'
import type { ScoredRows } from './metrics.ts'
import { DataRefused } from './training-table.ts'

/**
 * A column that divides the rows into groups, for the evaluation alone. It may be one that is never an input, such as the
 * age. `edges` cut numbers into ranges. Without edges, each text is a group.
 */
export type Grouping = { column: string; edges: number[] }

/** The group of each row, for each grouping. */
export type GroupedRows = { grouping: Grouping; groups: string[] }[]

const maxGroups = 50
const missingTexts = new Set(['', 'NA'])

/** Reads the columns of the groupings, in the order of the rows of the file. */
export const readGroups = async (
  rows: AsyncIterable<string[]> | Iterable<string[]>,
  groupings: readonly Grouping[],
): Promise<GroupedRows> => {
  const found = groupings.map((grouping) => ({ grouping, groups: [] as string[] }))
  let places: number[] | null = null
  for await (const cells of rows) {
    if (!places) {
      places = groupings.map(({ column }) => cells.indexOf(column))
      const absent = groupings[places.indexOf(-1)]
      if (absent) throw new DataRefused(`The file has no column ${absent.column}`)
      continue
    }
    for (const [index, { grouping, groups }] of found.entries())
      groups.push(groupOf(grouping, cells[places[index]!] ?? ''))
  }
  for (const { grouping, groups } of found) {
    if (new Set(groups).size > maxGroups)
      throw new DataRefused(
        `The column ${grouping.column} has more than ${maxGroups} groups. Name the edges of its ranges`,
      )
  }
  return found
}

export const missingGroup = 'missing'

export const groupOf = ({ edges }: Grouping, cell: string): string => {
  const text = cell.trim()
  if (missingTexts.has(text)) return missingGroup
  if (edges.length === 0) return text
  const value = Number(text)
  if (!Number.isFinite(value)) return missingGroup
  const place = edges.filter((edge) => value >= edge).length
  if (place === 0) return `below ${edges[0]}`
  return place === edges.length ? `${edges.at(-1)} or more` : `${edges[place - 1]} to below ${edges[place]}`
}

export type GroupCalibration = {
  group: string
  rows: number
  defaults: number
  /** Mean probability of default that the model gives. */
  predicted: number
  observed: number
  /** Observed / predicted: above 1, the model says too little. */
  ratio: number
}
export type CalibrationByGroup = { column: string; groups: GroupCalibration[] }[]

/** Observed and predicted defaults of each group of rows that decided nothing in the model. */
export const calibrationByGroup = (
  { scores, target }: ScoredRows,
  grouped: GroupedRows,
  rows: ArrayLike<number>,
): CalibrationByGroup =>
  grouped.map(({ grouping, groups }) => {
    const sums = new Map<string, { rows: number; defaults: number; predicted: number }>()
    for (let place = 0; place < scores.length; place++) {
      const group = groups[rows[place]!]!
      const sum = sums.get(group) ?? { rows: 0, defaults: 0, predicted: 0 }
      sum.rows++
      sum.defaults += target[place]!
      sum.predicted += probabilityOf(scores[place]!)
      sums.set(group, sum)
    }
    const names = [...sums.keys()].toSorted((a, b) => orderOf(a, grouping) - orderOf(b, grouping))
    return {
      column: grouping.column,
      groups: names.map((group) => {
        const { rows: count, defaults, predicted } = sums.get(group)!
        const shares = {
          predicted: predicted / count,
          observed: defaults / count,
          ratio: defaults / predicted,
        }
        return { group, rows: count, defaults, ...shares }
      }),
    }
  })

/** Ranges in their order, then missing values. */
const orderOf = (group: string, { edges }: Grouping): number => {
  if (group === missingGroup) return Number.POSITIVE_INFINITY
  if (group.startsWith('below ')) return Number.NEGATIVE_INFINITY
  return edges.length === 0 ? Number(group) || 0 : Number.parseFloat(group)
}

/** `age=30,45,60`: ranges. `dependants`: each value is a group. */
export const readGrouping = (text: string): Grouping => {
  const [column = '', ranges = ''] = text.split(/=(?=[^=]*$)/)
  const edges = ranges === '' ? [] : ranges.split(',').map(Number)
  const isRising = edges.every((edge, at) => Number.isFinite(edge) && (at === 0 || edge > edges[at - 1]!))
  if (column === '' || !isRising)
    throw new DataRefused(
      `${text} is no grouping. Write a column, or a column and rising edges: age=30,45,60`,
    )
  return { column, edges }
}
