import { parseSync, Visitor } from 'oxc-parser'

/** A piece of a file, with the number of its line. */
type Placed = { line: number }

/** A call with a function among its arguments, as texts: `callee(first, …, body)`. */
type CallWithFunction = { callee: string; first: string; body: string }

/** The parts of a file that the rules of the repository read. */
export type ParsedSource = {
  errors: readonly string[]
  /** The specifiers of imports and re-exports, also of types. Null if a specifier is computed. */
  specifiers: readonly (string | null)[]
  /** A string has one part. A template has one more than expressions. */
  texts: readonly (Placed & { parts: readonly string[] })[]
  comments: readonly (Placed & { text: string })[]
  variables: readonly { name: string; text: string }[]
  callsWithFunction: readonly CallWithFunction[]
}

const parsed = new Map<string, { source: string; parts: ParsedSource }>()

/**
 * Ten rules read the same two thousand files. A worker of the tests keeps the parts of each, so that it parses a file
 * once. The syntax trees would need 400 MB.
 */
export const parsedSource = (path: string, source: string): ParsedSource => {
  const known = parsed.get(path)
  if (known?.source === source) return known.parts
  const parts = partsOf(path, source)
  parsed.set(path, { source, parts })
  return parts
}

const partsOf = (path: string, source: string): ParsedSource => {
  const { program, errors, comments } = parseSync(path, source)
  const lineAt = lineFinder(source)
  const specifiers: (string | null)[] = []
  const texts: { line: number; parts: string[] }[] = []
  const variables: { name: string; text: string }[] = []
  const callsWithFunction: CallWithFunction[] = []
  const textOf = ({ start, end }: { start: number; end: number }) => source.slice(start, end)
  const takeSpecifier = (node: { type: string; value?: unknown } | null) => {
    if (node) specifiers.push(node.type === 'Literal' && typeof node.value === 'string' ? node.value : null)
  }
  new Visitor({
    ImportDeclaration: (node) => takeSpecifier(node.source),
    ExportNamedDeclaration: (node) => takeSpecifier(node.source),
    ExportAllDeclaration: (node) => takeSpecifier(node.source),
    ImportExpression: (node) => takeSpecifier(node.source),
    TSImportType: (node) => takeSpecifier(node.source),
    Literal({ start, value }) {
      if (typeof value === 'string') texts.push({ line: lineAt(start), parts: [value] })
    },
    TemplateLiteral({ start, quasis }) {
      texts.push({ line: lineAt(start), parts: quasis.map(({ value }) => value.cooked ?? '') })
    },
    VariableDeclarator({ id, init }) {
      if (init && id.type === 'Identifier') variables.push({ name: id.name, text: textOf(init) })
    },
    CallExpression({ callee, arguments: given }) {
      const [first] = given
      const body = given.findLast(({ type }) => type.endsWith('FunctionExpression'))
      if (body && first && first !== body)
        callsWithFunction.push({ callee: textOf(callee), first: textOf(first), body: textOf(body) })
    },
  }).visit(program)
  return {
    errors: errors.map(({ message }) => message),
    comments: comments.map(({ start, value }) => ({ line: lineAt(start), text: value })),
    ...{ specifiers, texts, variables, callsWithFunction },
  }
}

/** The line of a place in a text, by a search in the starts of the lines. */
const lineFinder = (source: string): ((place: number) => number) => {
  const starts = [0]
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return (place) => {
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] as number) <= place) low = middle
      else high = middle
    }
    return high
  }
}
