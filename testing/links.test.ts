import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { anchorsOf } from '../scripts/guides/markdown-headings.ts'

const root = join(import.meta.dirname, '..')

const pages = globSync('**/*.md', {
  cwd: root,
  exclude: (name) => /(^|\/)(node_modules|dist|\.[^/]+)$/.test(name),
})

const withoutCode = (text: string): string =>
  text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '').replace(/`[^`\n]*`/g, '')

/** The relative links of a page that lead nowhere. */
const brokenLinks = (page: string, text: string): string[] =>
  [...withoutCode(text).matchAll(/\]\(([^()\s]+)\)/g)]
    .map((found) => found[1] as string)
    .filter((link) => !/^[a-z]+:/i.test(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? join(root, page) : join(root, dirname(page), path)
      if (!existsSync(target)) return true
      if (anchor === undefined || !target.endsWith('.md')) return false
      return !anchorsOf(path === '' ? text : readFileSync(target, 'utf8')).includes(anchor)
    })

test('every relative link of every page leads somewhere', () => {
  expect(pages).toContain('README.md')
  const broken = pages.flatMap((page) =>
    brokenLinks(page, readFileSync(join(root, page), 'utf8')).map((link) => `${page} → ${link}`),
  )
  expect(broken).toEqual([])
})

test('a planted link that leads nowhere is seen', () => {
  const text = '# A page\n[file](./nowhere.md) [anchor](#not-here) [good](#a-page) `[code](no.md)`'
  expect(brokenLinks('README.md', text)).toEqual(['./nowhere.md', '#not-here'])
})
