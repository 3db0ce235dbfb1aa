import { type ObjectExpression, type ObjectProperty, parseSync, Visitor } from 'oxc-parser'

/** The faults that the trial plants. Each removes a part of the declaration of an act or a reading. */
export const faultKinds = [
  'entry',
  'permission',
  'schema',
  'translation',
  'French text',
  'documentation',
] as const
export type FaultKind = (typeof faultKinds)[number]

type Declared = { source: string; name: string }

/** The object that declares the act: the first argument of the call, with its name as a text. */
const definitionOf = ({ source, name }: Declared): ObjectExpression => {
  let found: ObjectExpression | undefined
  new Visitor({
    CallExpression({ arguments: [first] }) {
      if (first?.type !== 'ObjectExpression') return
      const value = propertyOf(first, 'name')?.value
      if (value?.type === 'Literal' && value.value === name) found = first
    },
  }).visit(parseSync('act.ts', source).program)
  if (!found) throw new Error(`${name} is not declared here`)
  return found
}

const propertyOf = (object: ObjectExpression, name: string): ObjectProperty | undefined =>
  object.properties.find(
    (property): property is ObjectProperty =>
      property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === name,
  )

const replaced = (source: string, { start, end }: { start: number; end: number }, text: string): string =>
  source.slice(0, start) + text + source.slice(end)

/** The source without the property and its comma. */
const without = (source: string, { start, end }: ObjectProperty): string =>
  replaced(source, { start, end: source[end] === ',' ? end + 1 : end }, '')

/** The source with another value of the property. A value that a spread brings is overridden. */
const withValue = (declared: Declared, property: string, value: string): string => {
  const definition = definitionOf(declared)
  const own = propertyOf(definition, property)
  if (own) return replaced(declared.source, own, `${property}: ${value}`)
  const name = propertyOf(definition, 'name') as ObjectProperty
  return replaced(declared.source, { start: name.end, end: name.end }, `, ${property}: ${value}`)
}

const sentenceOf = (declared: Declared): ObjectExpression => {
  const value = propertyOf(definitionOf(declared), 'sentence')?.value
  if (value?.type !== 'ObjectExpression') throw new Error(`the sentence of ${declared.name} is no literal`)
  return value
}

const withoutEntry = (declared: Declared, kind: 'act' | 'reading'): string | null => {
  if (kind === 'act') return withValue(declared, 'unrecorded', `'planted'`)
  const entry = propertyOf(definitionOf(declared), 'entry')
  return entry ? without(declared.source, entry) : null
}

/** French that was never written: the English sentence takes its place. */
const withoutFrench = (declared: Declared): string => {
  const sentence = sentenceOf(declared)
  const [en, fr] = ['en', 'fr'].map((language) => propertyOf(sentence, language)?.value) as {
    start: number
    end: number
  }[]
  if (!en || !fr) throw new Error(`${declared.name} has no sentence in two languages`)
  return replaced(declared.source, fr, declared.source.slice(en.start, en.end))
}

/** The source of the act with the fault. Null if the act has no such part. The page has no part in the source. */
export const plantFault = (
  fault: Exclude<FaultKind, 'documentation'>,
  declared: Declared,
  kind: 'act' | 'reading',
): string | null => {
  switch (fault) {
    case 'entry':
      return withoutEntry(declared, kind)
    case 'permission':
      return withValue(declared, 'actors', '{ system: true }')
    case 'schema':
      return withValue(declared, 'input', '({} as never)')
    case 'translation': {
      const french = propertyOf(sentenceOf(declared), 'fr')
      return french ? without(declared.source, french) : null
    }
    case 'French text':
      return withoutFrench(declared)
  }
}

/** The page of acts without the row of the act. */
export const withoutRow = (page: string, name: string): string =>
  page
    .split('\n')
    .filter((line) => !line.startsWith(`| \`${name}\` |`))
    .join('\n')
