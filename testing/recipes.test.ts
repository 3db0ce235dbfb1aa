import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesOf } from './files-of.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

type Row = { path: string; text: string }
type Recipe = { name: string; example: string; rows: Row[] }

/** The recipes of a page: a heading, the text of the example, and a table of files. */
const recipesOf = (page: string): Recipe[] =>
  page
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      name: section.slice(0, section.indexOf('\n')),
      example: /The example is `([^`]+)`/.exec(section)?.[1] ?? '',
      rows: [...section.matchAll(/^\| `([^`]+)` \|.*\| `([^`]+)` \|$/gm)].map(([, path = '', text = '']) => ({
        path,
        text,
      })),
    }))

const recipes = recipesOf(read('docs/recipes.md'))

/** Source files of the product, without its tests. Command lines only render, and are not part of a recipe. */
const sources = filesOf('packages').filter(
  (path) =>
    /^packages\/(?!operator|cli)[\w-]+\/src\/.*\.(?:tsx?|sql)$/.test(path) &&
    !/\.test\.ts$|\/testing\//.test(path) &&
    !path.endsWith('.d.ts'),
)

/** Faults of a recipe: a file that is missing or has another content, and a file of the example that is not listed. */
const faultsOf = ({ example, rows }: Recipe): string[] => [
  ...rows.filter(({ path }) => !existsSync(join(root, path))).map(({ path }) => `${path} does not exist`),
  ...rows
    .filter(({ path, text }) => existsSync(join(root, path)) && !read(path).includes(text))
    .map(({ path, text }) => `${path} does not have ${text}`),
  ...sources
    .filter((path) => read(path).includes(example) && !rows.some((row) => row.path === path))
    .map((path) => `${path} has ${example} and is not listed`),
]

test('the page has a recipe for each kind of addition', () => {
  expect(recipes.map(({ name }) => name)).toEqual([
    ...['An act', 'A reading', 'An event', 'A notice', "A citizen's screen", 'A setting'],
    ...['A payment provider', 'A list format', 'A table'],
  ])
})

test.each(recipes)(
  '$name: every listed file has the text, and no other source file has the example',
  (recipe) => {
    expect(recipe.example).not.toBe('')
    expect(recipe.rows.length).toBeGreaterThan(2)
    expect(faultsOf(recipe)).toEqual([])
  },
)

test('a missing file, another content and a file that is not listed are seen', () => {
  const rows = [
    { path: 'packages/contract/src/gone.ts', text: 'x' },
    { path: 'packages/contract/src/events.ts', text: 'no such event' },
  ]
  expect(faultsOf({ name: 'planted', example: 'uk_xml', rows })).toEqual([
    'packages/contract/src/gone.ts does not exist',
    'packages/contract/src/events.ts does not have no such event',
    ...recipes
      .flatMap((recipe) => recipe.rows)
      .filter(({ text, path }) => text === 'uk_xml' && path.endsWith('.ts'))
      .map(({ path }) => `${path} has uk_xml and is not listed`)
      .toSorted(),
  ])
})
