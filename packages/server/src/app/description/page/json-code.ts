import { escapeHtml } from './markdown.ts'

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?/g
const longestShown = 140

/** JSON with colours for names, texts and other values. Very long texts (a file, a link) are shortened. */
export const jsonCode = (value: unknown): string => {
  const text = JSON.stringify(value, shorten, 2)
  let written = ''
  let from = 0
  for (const match of text.matchAll(token)) {
    const [whole, quoted, colon] = match
    const kind = quoted === undefined ? 'v' : colon === undefined ? 's' : 'k'
    const shown = colon === undefined ? whole : (quoted as string)
    written += `${escapeHtml(text.slice(from, match.index))}<i class="${kind}">${escapeHtml(shown)}</i>`
    from = match.index + shown.length
  }
  return `<pre tabindex="0"><code>${written}${escapeHtml(text.slice(from))}</code></pre>`
}

const shorten = (_name: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > longestShown ? `${value.slice(0, longestShown)}…` : value
