import { koreanReading } from '../rewriting/chinese-characters.ts'

const characters = /^\p{Script=Han}{2,}$/u

/**
 * Whether two names in Chinese characters have another character: 高石 and 高市 are both Gao Shi. Two forms of one character
 * (习, 習) have no different Korean readings, because Korean has only the older form.
 */
export const hasOtherCharacter = (a: string, b: string): boolean => {
  if (a === b || a.length !== b.length || !characters.test(a) || !characters.test(b)) return false
  const onlyA = [...a].filter((one) => !b.includes(one))
  const onlyB = [...b].filter((one) => !a.includes(one))
  return onlyA.some((one) => {
    const reading = koreanReading(one)
    return reading !== undefined && onlyB.every((other) => (koreanReading(other) ?? reading) !== reading)
  })
}
