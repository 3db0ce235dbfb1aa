import type { SourceFile } from './imports.ts'
import { parsedSource } from './parsed-source.ts'

/** Functions of other files that assert for their tests. */
const assertingElsewhere = ['runTrial']

/** `test`, `it`, and what they are followed by, such as `test.each(table)` and `test.skipIf(condition)`. */
const isTest = (callee: string): boolean => /^(?:test|it)(?![\w$])/.test(callee)

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
  const { variables, callsWithFunction } = parsedSource(path, text)
  const names = assertingNames(variables)
  return callsWithFunction
    .filter(({ callee, body }) => isTest(callee) && !asserts(body, names))
    .map(({ first }) => `${path}: ${first}`)
}
