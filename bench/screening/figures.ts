/** One line of the report. Without a target it is information only. */
export type Figure = { name: string; isMet: boolean | null }

/** Prints a figure with its target. */
export const figure = (name: string, value: string, target?: { text: string; isMet: boolean }): Figure => {
  const verdict = target === undefined ? '      ' : target.isMet ? 'met   ' : 'MISSED'
  console.log(`  ${verdict} ${name}: ${value}${target === undefined ? '' : ` (target ${target.text})`}`)
  return { name, isMet: target?.isMet ?? null }
}

export const atLeast = (value: number, least: number, unit = '') => ({
  text: `≥ ${least}${unit}`,
  isMet: value >= least,
})
export const atMost = (value: number, most: number, unit = '') => ({
  text: `≤ ${most}${unit}`,
  isMet: value <= most,
})

export const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)
export const percent = (value: number): string => `${(100 * value).toFixed(1)} %`

/** The quantile of the sorted values. */
export const quantile = (sorted: readonly number[], of: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(of * sorted.length))] ?? 0
