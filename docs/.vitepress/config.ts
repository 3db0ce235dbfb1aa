import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type DefaultTheme, defineConfig, type MarkdownOptions } from 'vitepress'
import { anchorOf } from '../../scripts/guides/markdown-headings.ts'

const docs = fileURLToPath(new URL('..', import.meta.url))

/** The groups and pages of an index page are those of the side bar. */
const sidebarOf = (index: string): DefaultTheme.SidebarItem[] => {
  const folder = dirname(index)
  const groups: DefaultTheme.SidebarItem[] = []
  for (const line of readFileSync(join(docs, index), 'utf8').split('\n')) {
    const [, title] = /^## (.+)$/.exec(line) ?? []
    if (title) groups.push({ text: title, items: [], collapsed: groups.length > 0 })
    const [, text, target] = /^- \[([^\]]+)\]\(([^)]+)\.md\)/.exec(line) ?? []
    if (text && target) groups.at(-1)?.items?.push({ text, link: pageAt(posix.join(folder, target)) })
  }
  return groups
}

const pageAt = (path: string): string => `/${path.replace(/(^|\/)README$/, '$1')}`

type Markdown = Parameters<NonNullable<MarkdownOptions['config']>>[0]
type Token = ReturnType<Markdown['parse']>[number]

/** Whether a link of this page leads to a page or picture of the site. Other files of the repository are not on it. */
const isOnSite = (page: string, href: string): boolean => {
  if (/^(?:[a-z]+:|#)/i.test(href)) return true
  const target = posix.join(posix.dirname(page), href.split('#')[0] ?? '')
  if (target.startsWith('..')) return false
  const path = join(docs, target)
  return existsSync(path) && statSync(path).isFile()
}

/** A link to a file outside of the site becomes its text, with the path as its title. */
const dropOtherLinks = (markdown: Markdown): void => {
  markdown.core.ruler.push('other_links', (state) => {
    const page = String(state.env.relativePath ?? '')
    for (const { children } of state.tokens) {
      let isDropped = false
      for (const token of children ?? []) isDropped = changeLink(token, page, isDropped)
    }
  })
}

const changeLink = (token: Token, page: string, isDropped: boolean): boolean => {
  if (token.type === 'link_close' && isDropped) {
    Object.assign(token, { type: 'html_inline', content: '</span>' })
    return false
  }
  if (token.type !== 'link_open') return isDropped
  const href = String(token.attrGet('href'))
  if (isOnSite(page, href)) {
    token.attrSet('href', href.replace(/(^|\/)README\.md/, '$1index.md'))
    return false
  }
  const title = posix.join('docs', posix.dirname(page), href).replaceAll('"', '')
  Object.assign(token, { type: 'html_inline', content: `<span title="${title}">` })
  return true
}

const french: DefaultTheme.Config = {
  sidebar: sidebarOf('fr/index.md'),
  outline: { label: 'Sur cette page', level: [2, 3] },
  docFooter: { prev: 'Page précédente', next: 'Page suivante' },
  langMenuLabel: 'Langue',
  returnToTopLabel: 'Haut de page',
  sidebarMenuLabel: 'Pages',
  darkModeSwitchLabel: 'Thème',
  skipToContentLabel: 'Aller au contenu',
}

const frenchSearch = {
  translations: {
    button: { buttonText: 'Rechercher', buttonAriaLabel: 'Rechercher' },
    modal: {
      noResultsText: 'Aucun résultat pour',
      resetButtonTitle: 'Effacer',
      displayDetails: 'Afficher les détails',
      footer: { selectText: 'ouvrir', navigateText: 'choisir', closeText: 'fermer' },
    },
  },
}

export default defineConfig({
  title: 'Nani',
  base: '/guides/',
  outDir: '../dist/guides',
  cacheDir: './node_modules/.cache/vitepress',
  cleanUrls: true,
  srcExclude: ['node_modules/**'],
  rewrites: { 'specification/README.md': 'specification/index.md' },
  // Anchors are those of the repository's own renderer, so that one link works in both.
  markdown: { config: dropOtherLinks, anchor: { slugify: anchorOf } },
  // No picture of a link: the page has a policy that permits data of its own origin.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  themeConfig: {
    search: { provider: 'local', options: { locales: { fr: frenchSearch } } },
    // Most pages exist in one language: the choice of a language leads to its index.
    i18nRouting: false,
    outline: { level: [2, 3] },
  },
  locales: {
    root: { label: 'English', lang: 'en', themeConfig: { sidebar: sidebarOf('index.md') } },
    fr: { label: 'Français', lang: 'fr', themeConfig: french },
  },
})
