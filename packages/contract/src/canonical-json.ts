/**
 * The canonical form of a JSON value (RFC 8785): no white space, and members sorted by their UTF-16 code units. Numbers and
 * texts are those of `JSON.stringify`, which RFC 8785 refers to. Members that are undefined are left out, as there.
 *
 * @example canonicalJson({ b: 1, a: 'x' }) // {"a":"x","b":1}
 */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    // The comparison of texts in JavaScript is that of their code units.
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}
