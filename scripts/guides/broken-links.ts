import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const base = '/guides/'
/** Pages of the sandbox next to the guides. */
const elsewhere = ['/', '/docs']

/** The file of a path below the base, as the sandbox finds it. */
const fileOf = (folder: string, path: string): string | null => {
  const candidates = path === '' || path.endsWith('/') ? [`${path}index.html`] : [path, `${path}.html`]
  return candidates.find((one) => existsSync(join(folder, one))) ?? null
}

const idsOf = (html: string): Set<string> =>
  new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id))

/** The links, pictures and scripts of a built site that lead nowhere, with their page. */
export const brokenLinksOf = (folder: string): string[] =>
  globSync('**/*.html', { cwd: folder }).flatMap((page) => {
    const html = readFileSync(join(folder, page), 'utf8')
    const links = [...html.matchAll(/\s(?:href|src)="([^"]+)"/g)].map(([, link = '']) => link)
    return [...new Set(links)]
      .filter((link) => isBroken(folder, page, link))
      .map((link) => `${page} → ${link}`)
  })

const isBroken = (folder: string, page: string, link: string): boolean => {
  const url = new URL(link.replaceAll('&amp;', '&'), `http://guides${base}${page.replaceAll('\\', '/')}`)
  if (url.host !== 'guides') return false
  if (!url.pathname.startsWith(base)) return !elsewhere.includes(url.pathname)
  const file = fileOf(folder, decodeURI(url.pathname.slice(base.length)))
  if (file === null) return true
  if (url.hash === '' || !file.endsWith('.html')) return false
  return !idsOf(readFileSync(join(folder, file), 'utf8')).has(decodeURIComponent(url.hash.slice(1)))
}
