import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { anchorsOf } from '../scripts/guides/markdown-headings.ts'
import { brokenCitations, type Specification } from './citations.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const specification: Specification = new Map(
  globSync('docs/specification/*.md', { cwd: root }).map((path) => [
    basename(path, '.md'),
    anchorsOf(read(path)),
  ]),
)

// A migration that was applied never changes, so the comments of these two keep the retired form.
const unchangeable = ['002-register.sql', '008-aml.sql'].map(
  (name) => `packages/foundation/src/storage/migrations/${name}`,
)

const paths = globSync('**/*.{ts,mts,js,mjs,md,sql,json,yml,yaml,py,sh,html,css}', {
  cwd: root,
  // A folder whose name begins with a dot is a test's own, for as long as it runs.
  exclude: (name) => /(^|\/)(node_modules|dist|package-lock\.json|\.[^/]+)$/.test(name),
}).filter((path) => !path.startsWith('testing/citations') && !unchangeable.includes(path))

describe('citations of the specification', () => {
  test('each resolves to a heading of docs/specification, and none has a retired form', () => {
    expect(paths.length).toBeGreaterThan(500)
    const broken = paths.flatMap((path) =>
      brokenCitations(specification, read(path)).map(
        ({ line, found, advice }) => `${path}:${line}: "${found}" leads nowhere; ${advice}`,
      ),
    )
    expect(broken.join('\n')).toBe('')
  })

  test('the files with a retired form that cannot change still have one', () => {
    for (const path of unchangeable) expect(brokenCitations(specification, read(path))).not.toEqual([])
  })

  test('the pages of the specification cite each other by links alone', () => {
    for (const [page] of specification) {
      const cited = read(`docs/specification/${page}.md`).match(/spec\/[\w-]+#[\w-]+/g) ?? []
      expect([page, cited]).toEqual([page, page === 'README' ? ['spec/wire#canonical-string'] : []])
    }
  })
})

test('every heading of a page is unique, so that its anchor is stable', () => {
  expect(specification.size).toBeGreaterThan(20)
  for (const [page, anchors] of specification) {
    expect([page, anchors.filter((anchor, index) => anchors.indexOf(anchor) !== index)]).toEqual([page, []])
  }
})

describe('a planted citation that leads nowhere', () => {
  const small: Specification = new Map([
    ['wire', ['wire-protocol', 'canonical-string']],
    ['checks', ['checks', 'order-of-checks']],
    ['request-modes', ['request-modes', 'job-object']],
  ])
  const found = (text: string) =>
    brokenCitations(small, text).map(({ line, found, advice }) => [line, found, advice])

  test('is reported with its line and with what to write', () => {
    expect(found('\n// spec/wire#canonical')).toEqual([
      [2, 'spec/wire#canonical', 'write one of: spec/wire#wire-protocol, spec/wire#canonical-string'],
    ])
    expect(found('(spec/wires#canonical-string)').map(([, cited]) => cited)).toEqual([
      'spec/wires#canonical-string',
    ])
    expect(found('see spec/wire.').map(([, cited]) => cited)).toEqual(['spec/wire'])
  })

  const inWords = 'the tracker is not in this repository: state the reason, or link docs/threat-model.md'

  test.each([
    ['decisions §3', 'write one of: spec/checks#checks, spec/checks#order-of-checks'],
    ['Decisions §§1', 'write one of: spec/wire#wire-protocol, spec/wire#canonical-string'],
    ['D §3', 'write one of: spec/checks#checks, spec/checks#order-of-checks'],
    ['spec 1 § Job object', 'write one of: spec/request-modes#job-object'],
    ['Spec 2', 'see docs/specification/README.md'],
    ['issue 12', inWords],
    ['Issue 11, finding 2', inWords],
    ['finding 2', inWords],
    ['§', 'see docs/specification/README.md'],
  ])('in the retired form %s is reported with the new one', (text, advice) => {
    expect(found(`// Why: ${text}.`)).toEqual([[1, text, advice]])
  })

  test('over two lines of a comment is reported', () => {
    expect(found(' * by decisions\n * §3.').map(([line]) => line)).toEqual([1])
  })
})

test('a citation that resolves, a section of an RFC and a web address are not reported', () => {
  const text = 'spec/wire#canonical-string, RFC 9110 § 10.1.1, https://a.example/spec/wire, a/spec/core'
  expect(brokenCitations(new Map([['wire', ['canonical-string']]]), text)).toEqual([])
})
