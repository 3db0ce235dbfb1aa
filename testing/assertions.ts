import { type Node, parseSync, Visitor } from 'oxc-parser'
import type { SourceFile } from './imports.ts'

/** Functions of other files that assert for their tests. */
const assertingElsewhere = ['runTrial']

/** `test`, `it`, and what they are followed by, such as `test.each(table)` and `test.skipIf(condition)`. */
const isTest = (callee: Node): boolean => {
  if (callee.type === 'Identifier') return ['test', 'it'].includes(callee.name)
  if (callee.type === 'MemberExpression') return isTest(callee.object)
  if (callee.type === 'CallExpression') return isTest(callee.callee)
  return callee.type === 'TaggedTemplateExpression' && isTest(callee.tag)
}

const isFunction = ({ type }: { type: string }): boolean => type.endsWith('FunctionExpression')

type Named = { name: string; text: string }

/** The variables of a file whose text asserts, or names another such variable. */
const assertingNames = (variables: readonly Named[]): ReadonlySet<string> => {
  const names = new Set(assertingElsewhere)
  for (let before = -1; before < names.size; ) {
    before = names.size
    for (const { name, text } of variables) if (asserts(text, names)) names.add(name)
  }
  return names
}

const asserts = (text: string, names: ReadonlySet<string>): boolean =>
  (text.match(/\w+/g) ?? []).some((word) => /^(expect|assert)/.test(word) || names.has(word))

/** The tests of a file that assert nothing: neither themselves nor by a function of the file. */
export const testsWithoutAssertion = ({ path, text }: SourceFile): string[] => {
  const { program } = parseSync(path, text)
  const textOf = ({ start, end }: { start: number; end: number }) => text.slice(start, end)
  const variables: Named[] = []
  const tests: Named[] = []
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (init && id.type === 'Identifier') variables.push({ name: id.name, text: textOf(init) })
    },
    CallExpression({ callee, arguments: given }) {
      const body = given.findLast(isFunction)
      if (body && given[0] && given[0] !== body && isTest(callee))
        tests.push({ name: textOf(given[0]), text: textOf(body) })
    },
  }).visit(program)
  const names = assertingNames(variables)
  return tests.filter((one) => !asserts(one.text, names)).map(({ name }) => `${path}: ${name}`)
}
