/** Values of an example as source text of each language. */
type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

const longestText = 100

/** A photograph or a scan is shown by its beginning. */
const shortened = (text: string): string => (text.length > longestText ? `${text.slice(0, 40)}…` : text)

const single = (text: string): string =>
  `'${shortened(text).replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`

type Marks = {
  text(value: string): string
  word(value: boolean | null): string
  key(name: string): string
  object: readonly [string, string]
  list: readonly [string, string]
}

const written = (value: Json, marks: Marks, indent = ''): string => {
  if (typeof value === 'string') return marks.text(value)
  if (typeof value === 'number') return String(value)
  if (value === null || typeof value === 'boolean') return marks.word(value)
  const deeper = `${indent}  `
  const isList = Array.isArray(value)
  const [begin, end] = isList ? marks.list : marks.object
  const members = isList
    ? value.map((one) => written(one, marks, deeper))
    : Object.entries(value).map(([name, one]) => `${marks.key(name)}${written(one, marks, deeper)}`)
  if (members.length === 0) return `${begin}${end}`
  return `${begin}\n${members.map((one) => `${deeper}${one},\n`).join('')}${indent}${end}`
}

const isName = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name)

export const typescriptLiteral = (value: unknown): string =>
  written(value as Json, {
    text: single,
    word: String,
    key: (name) => `${isName(name) ? name : single(name)}: `,
    object: ['{', '}'],
    list: ['[', ']'],
  })

export const pythonLiteral = (value: unknown): string =>
  written(value as Json, {
    text: (text) => JSON.stringify(shortened(text)),
    word: (word) => (word === null ? 'None' : word ? 'True' : 'False'),
    key: (name) => `${JSON.stringify(name)}: `,
    object: ['{', '}'],
    list: ['[', ']'],
  })

export const phpLiteral = (value: unknown): string =>
  written(value as Json, {
    text: single,
    word: String,
    key: (name) => `${single(name)} => `,
    object: ['[', ']'],
    list: ['[', ']'],
  })

export const jsonText = (value: unknown): string =>
  JSON.stringify(value, (_name, one) => (typeof one === 'string' ? shortened(one) : one), 2)
