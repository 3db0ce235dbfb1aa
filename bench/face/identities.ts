/** A photograph of a person, as a template. */
export type Enrolled = { file: string; person: string; vector: Float32Array }

/** `lfw/First_Last_0001.jpg` → `First_Last`. */
export const personOf = (file: string): string => file.replace(/^.*\//, '').replace(/_\d+\.\w+$/, '')

/** People are divided, not photographs, so that each half is unseen by a fit on the other. */
export const isFitHalf = (person: string): boolean => hash(person) % 2 === 0

/** FNV-1a with mixed bits, so that the last bit is as good as any. */
const hash = (text: string): number => {
  let value = 2_166_136_261
  for (const character of text) value = Math.imul(value ^ character.charCodeAt(0), 16_777_619)
  value = Math.imul(value ^ (value >>> 15), 2_246_822_507)
  return (value ^ (value >>> 13)) >>> 0
}

/** The ascending cosines of all pairs of photographs of different people. */
export const impostorCosines = (enrolled: readonly Enrolled[]): Float32Array => {
  const cosines = new Float32Array((enrolled.length * (enrolled.length - 1)) / 2)
  let count = 0
  for (const [index, one] of enrolled.entries()) {
    for (let other = 0; other < index; other++) {
      const { person, vector } = enrolled[other]!
      if (person !== one.person) cosines[count++] = innerProduct(one.vector, vector)
    }
  }
  return cosines.subarray(0, count).sort()
}

export const innerProduct = (a: Float32Array, b: Float32Array): number => {
  let sum = 0
  for (let index = 0; index < a.length; index++) sum += a[index]! * b[index]!
  return sum
}
