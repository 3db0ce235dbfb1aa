/** The anchor of a heading, as the usual renderers of Markdown make it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

/** The anchors of all headings of a page, in order. Text in code fences is not a heading. */
export const anchorsOf = (text: string): string[] =>
  [...text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '').matchAll(/^#{1,6} +(.+)$/gm)].map((found) =>
    anchorOf(found[1] as string),
  )
