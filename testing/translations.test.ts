import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** English pages and their French versions. */
const translations = new Map([
  ['README.md', 'README.fr.md'],
  ['docs/wire-protocol.md', 'docs/fr/wire-protocol.md'],
  ['docs/operating.md', 'docs/fr/operating.md'],
])
/** Pages of both languages that are not a translation of each other: the French one lists what exists in French. */
const indexes = [['docs/index.md', 'docs/fr/index.md']] as const
const englishOf = new Map([...translations, ...indexes].map(([english, french]) => [french, english]))

const fence = /^ *```([^\n]*)\n([\s\S]*?)^ *```/gm

/** Comments of a shell block may be translated; every command and answer is the same. */
const withoutComments = (language: string, code: string): string =>
  /^(?:sh|console)\b/.test(language) ? code.replace(/\s+# .*$/gm, '').replace(/^# .*$/gm, '#') : code

/** The labels of a diagram may be translated; its form is the same. */
const withoutLabels = (language: string, code: string): string =>
  language === 'mermaid' ? code.replace(/\[[^\]]*\]|"[^"]*"|\|[^|]*\||: .*$|-- .*? --/gm, '') : code

/** The parts that both versions must share, in order. */
const skeletonOf = (path: string, text: string) => {
  const prose = text.replace(fence, '')
  const links = [...prose.matchAll(/\]\(([^()\s]+)\)/g)].map((found) => {
    const [target = '', anchor] = (found[1] as string).split('#')
    if (/^[a-z]+:/.test(target)) return target
    const file = target === '' ? path : posix.join(posix.dirname(path), target)
    return `${englishOf.get(file) ?? file}${anchor === undefined ? '' : '#'}`
  })
  return {
    headings: [...prose.matchAll(/^(#{1,6}) /gm)].map((found) => found[1]),
    code: [...text.matchAll(fence)].map(([, language = '', code = '']) =>
      withoutLabels(language, withoutComments(language, code)),
    ),
    inlineCode: [...prose.matchAll(/`([^`\n]+)`/g)].map((found) => found[1] as string).toSorted(),
    links: links.toSorted(),
    rows: prose.split('\n').filter((line) => line.startsWith('|')).length,
  }
}

/** The link that each version has to the other one. */
const linkTo = (from: string, to: string): string => `](${posix.relative(posix.dirname(from), to)})`

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const pairs = [...translations]

test.each(pairs)('%s and %s have the same headings, code, settings, rows and links', (english, french) => {
  expect(skeletonOf(french, read(french))).toEqual(skeletonOf(english, read(english)))
})

test.each(pairs)('%s and %s link to each other below the title', (english, french) => {
  expect(read(english).split('\n')[2]).toContain(linkTo(english, french))
  expect(read(french).split('\n')[2]).toContain(linkTo(french, english))
})

test('a difference of each kind is seen', () => {
  const english = '# A\n\nSet `NANI_A`, see [b](b.md#c).\n\n```sh\nnani a # text\n```\n\n| a |\n'
  const french = '# Un\n\nVoir [b](b.md#ć), réglez `NANI_A`.\n\n```sh\nnani a # texte\n```\n\n| un |\n'
  const same = skeletonOf('README.md', english)
  expect(skeletonOf('README.fr.md', french)).toEqual(same)
  for (const [part, other] of [
    ['# Un', '## Un'],
    ['nani a', 'nani b'],
    ['`NANI_A`', '`NANI_B`'],
    ['b.md', 'c.md'],
    ['| un |', '| un |\n| deux |'],
  ] as const)
    expect(skeletonOf('README.fr.md', french.replace(part, other)), part).not.toEqual(same)
})
