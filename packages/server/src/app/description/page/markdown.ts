/** For text and for attribute values in double quotes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? character)

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const slug = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** Code, bold and plain text. Everything is escaped. */
export const inline = (text: string): string =>
  text
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.length > 2 && part.startsWith('`')
        ? `<code>${escapeHtml(part.slice(1, -1))}</code>`
        : escapeHtml(part).replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>'),
    )
    .join('')

type Block = { pattern: RegExp; write(lines: string[]): string }

/* The used part of CommonMark. A block is a run of lines that belong together. */
const blocks: Block[] = [
  {
    pattern: /^## /,
    write: ([line = '']) => `<h2 id="${slug(line.slice(3))}">${inline(line.slice(3))}</h2>`,
  },
  { pattern: /^\|/, write: (lines) => table(lines) },
  { pattern: /^- /, write: (lines) => `<ul>${listItems(lines, /^- /)}</ul>` },
  { pattern: /^\d+\. /, write: (lines) => `<ol>${listItems(lines, /^\d+\. /)}</ol>` },
]

/** Headings of the second level, tables, lists, fenced code and paragraphs. */
export const markdown = (source: string): string => {
  const written: string[] = []
  // Odd parts are the content between two fences.
  for (const [index, part] of source.split(/^```/m).entries()) {
    written.push(
      index % 2 === 1
        ? fenced(part)
        : part
            .split(/\n{2,}/)
            .map(paragraph)
            .join('\n'),
    )
  }
  return written.join('\n')
}

const paragraph = (text: string): string => {
  const lines = text.trim().split('\n')
  const [first = ''] = lines
  if (first === '') return ''
  const block = blocks.find(({ pattern }) => pattern.test(first))
  return block ? block.write(lines) : `<p>${inline(lines.join(' '))}</p>`
}

const fenced = (part: string): string => {
  const end = part.indexOf('\n')
  return `<pre tabindex="0"><code>${escapeHtml(part.slice(end + 1).trimEnd())}</code></pre>`
}

const listItems = (lines: string[], mark: RegExp): string => {
  const items: string[] = []
  for (const line of lines) {
    if (mark.test(line)) items.push(line.replace(mark, ''))
    else items.push(`${items.pop() ?? ''} ${line.trim()}`)
  }
  return items.map((item) => `<li>${inline(item)}</li>`).join('')
}

const cells = (line: string) =>
  line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => inline(cell.trim()))

const table = ([head = '', _rule, ...rows]: string[]): string => {
  const header = cells(head)
    .map((cell) => (cell === '' ? '<td></td>' : `<th scope="col">${cell}</th>`))
    .join('')
  const body = rows.map(
    (row) =>
      `<tr>${cells(row)
        .map((cell) => `<td>${cell}</td>`)
        .join('')}</tr>`,
  )
  return `<div class="scroll" tabindex="0"><table><thead><tr>${header}</tr></thead><tbody>${body.join('')}</tbody></table></div>`
}

/** The titles of the second level, for the table of contents. */
export const headings = (source: string): string[] =>
  [...source.matchAll(/^## (.+)$/gm)].map((match) => match[1] as string)
