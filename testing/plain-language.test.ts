import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commentsOf, longSentencesOf, type Prose, programTextsOf, proseOf, retiredWordsIn } from './prose.ts'
import { retiredNames, retiredWords } from './retired-words.ts'

const root = join(import.meta.dirname, '..')

const filesOf = (patterns: string[]): string[] =>
  globSync(patterns, {
    cwd: root,
    exclude: (name) => /(^|\/)(node_modules|dist|testing|\.[^/]+)$/.test(name),
  })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.(?:test|generated)\.ts$|\.fr\.md$|^docs\/fr\//.test(path))

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const pages = filesOf(['*.md', 'docs/**/*.md', '{packages,examples,acceptance,bench}/**/README.md'])
const programs = filesOf(['packages/*/src/**/*.{ts,tsx}'])
/** Also tests, benchmarks and scripts: their comments follow the same rules. */
const sources = globSync(['{packages,acceptance,bench,testing,examples,scripts}/**/*.{ts,tsx,js,mjs}'], {
  cwd: root,
  exclude: (name) => /(^|\/)(node_modules|dist|\.[^/]+)$|\.generated\.ts$/.test(name),
})

const faultsOfPage = (path: string): string[] => {
  const prose = proseOf(path, read(path))
  return [...longSentencesOf(prose), ...retiredWordsIn(prose, retiredWords)]
}

/** Texts of API descriptions, of the command line, of the log and of errors. */
const faultsOfProgram = (path: string): string[] =>
  retiredWordsIn(programTextsOf(path, read(path)), retiredWords)

const page = (text: string): Prose[] => proseOf('page.md', text)
const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ')

test('a sentence of the documentation has at most 30 words, and no page uses a retired word', () => {
  expect(pages.length).toBeGreaterThan(60)
  expect(pages.flatMap(faultsOfPage)).toEqual([])
})

test('no text of a program uses a retired word', () => {
  expect(programs.length).toBeGreaterThan(400)
  expect(programs.flatMap(faultsOfProgram)).toEqual([])
})

test('no title or text of a test or benchmark uses a retired word', () => {
  const tests = sources.filter((path) => !programs.includes(path) && !/^testing\/|\/scripts\//.test(path))
  expect(tests.length).toBeGreaterThan(400)
  expect(tests.flatMap(faultsOfProgram)).toEqual([])
})

test('no comment uses a retired word', () => {
  expect(sources.length).toBeGreaterThan(1_000)
  expect(sources.flatMap((path) => retiredWordsIn(commentsOf(path, read(path)), retiredWords))).toEqual([])
})

/** Limits are named `max…`. A result is `rendered`, not `told`. */
const retiredNamesIn = (path: string, source: string): string[] =>
  retiredNames.flatMap(([pattern, instead]) =>
    [...new Set(source.match(pattern) ?? [])].map((name) => `${path}: ${name} (write: ${instead})`),
  )

test('no name of a program is a retired one', () => {
  expect(programs.flatMap((path) => retiredNamesIn(path, read(path)))).toEqual([])
  expect(retiredNamesIn('a.ts', 'const mostBytes = 1')).toHaveLength(1)
  expect(retiredNamesIn('a.ts', 'const almostBytes = 1')).toEqual([])
  expect(retiredNamesIn('a.ts', 'const told = rowsAtOnce')).toHaveLength(2)
})

test('a retired word in a comment is found, and in code it is not', () => {
  const found = (source: string) => retiredWordsIn(commentsOf('a.ts', source), retiredWords).length
  expect(found('// It is told once.\nconst a = 1')).toBe(1)
  expect(found('/**\n * It stands\n * there.\n */\nconst a = 1')).toBe(1)
  expect(found("// It is `told` once.\nconst told = 'told'")).toBe(0)
})

test('a sentence of 31 words is found in a paragraph, a list, a quote and a table', () => {
  expect(longSentencesOf(page(`Short one. A ${words(29)}. The end.`))).toEqual([])
  for (const text of [
    `Short one. A ${words(30)}. The end.`,
    `${words(20)}\n${words(11)}.`,
    `- first\n- ${words(16)}\n  ${words(15)}`,
    `1. ${words(31)}`,
    `> ${words(31)}`,
    `| a | ${words(31)} |`,
  ])
    expect(longSentencesOf(page(text)), text).toHaveLength(1)
})

test('code is not counted, and a link counts as its text', () => {
  const text = `\`\`\`sh\n${words(40)}\n\`\`\`\n\n\`${words(40)}\` and [a page](${words(40)}) and ${words(20)}`
  expect(longSentencesOf(page(text))).toEqual([])
})

test('retired words are found in pages and in texts of programs', () => {
  const found = (prose: Prose[]) => retiredWordsIn(prose, retiredWords).length
  for (const text of [
    'It is told here.',
    'It stands beside it.',
    'Nobody reads `this`.',
    'Who is screened keeps it.',
  ])
    expect(found(page(text)), text).toBeGreaterThan(0)
  for (const text of ['`told`', '```\ntold\n```', 'Untold data.', 'PEP stands for a term.', 'Who is this?'])
    expect(found(page(text)), text).toBe(0)
  expect(found(programTextsOf('a.ts', "throw new Error('the result is told once')"))).toBe(1)
  expect(found(programTextsOf('a.ts', 'log(`the list $' + '{name} is told once`)'))).toBe(1)
  expect(found(programTextsOf('a.ts', '// it is told once\nsql(`select told from a`)'))).toBe(0)
})
