/** A chart with lines, bars or both. All values are from 0 to 1 on their axis, after `range`. */
export type Chart = {
  title: string
  x: Axis
  y: Axis
  lines?: readonly {
    name: string
    points: readonly (readonly [x: number, y: number])[]
    isDashed?: boolean
  }[]
  bars?: readonly { from: number; to: number; height: number; label: string }[]
}

export type Axis = { title: string; min: number; max: number; ticks: readonly (readonly [number, string])[] }

const width = 560
const height = 360
const frame = { left: 64, right: 16, top: 36, bottom: 52 } as const
const colours = ['#1f5fa8', '#b5452c', '#4d7a34'] as const

export const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const limited = (share: number) => Math.min(1, Math.max(0, share))
const across = ({ min, max }: Axis, value: number) =>
  (frame.left + limited((value - min) / (max - min)) * (width - frame.left - frame.right)).toFixed(1)
const up = ({ min, max }: Axis, value: number) =>
  (
    height -
    frame.bottom -
    limited((value - min) / (max - min)) * (height - frame.top - frame.bottom)
  ).toFixed(1)

/** A chart as SVG. It needs no style of a page, so that it can be a file or a part of a page. */
export const drawChart = ({ title, x, y, lines = [], bars = [] }: Chart): string => {
  const bottom = height - frame.bottom
  const parts = [
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="${frame.left}" y="20" font-size="15" font-weight="bold">${escapeText(title)}</text>`,
    ...x.ticks.map(
      ([value, text]) =>
        `<path stroke="#ddd" d="M${across(x, value)} ${frame.top}V${bottom}"/><text x="${across(x, value)}" y="${bottom + 18}" text-anchor="middle">${escapeText(text)}</text>`,
    ),
    ...y.ticks.map(
      ([value, text]) =>
        `<path stroke="#ddd" d="M${frame.left} ${up(y, value)}H${width - frame.right}"/><text x="${frame.left - 8}" y="${Number(up(y, value)) + 4}" text-anchor="end">${escapeText(text)}</text>`,
    ),
    `<text x="${(frame.left + width - frame.right) / 2}" y="${height - 12}" text-anchor="middle">${escapeText(x.title)}</text>`,
    `<text transform="translate(16 ${(frame.top + bottom) / 2}) rotate(-90)" text-anchor="middle">${escapeText(y.title)}</text>`,
    ...bars.map(({ from, to, height: value, label }) => {
      const [start, end] = [Number(across(x, from)), Number(across(x, to))]
      const top = Number(up(y, value))
      return `<rect x="${(start + 1).toFixed(1)}" y="${top}" width="${Math.max(1, end - start - 2).toFixed(1)}" height="${(bottom - top).toFixed(1)}" fill="${colours[0]}"><title>${escapeText(label)}</title></rect>`
    }),
    ...lines.map(({ points, isDashed }, index) => {
      const path = points
        .map(([a, b], place) => `${place === 0 ? 'M' : 'L'}${across(x, a)} ${up(y, b)}`)
        .join('')
      const colour = isDashed ? '#888' : colours[index % colours.length]
      return `<path fill="none" stroke="${colour}" stroke-width="2"${isDashed ? ' stroke-dasharray="5 4"' : ''} d="${path}"/>`
    }),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${escapeText(title)}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#222">
${parts.join('\n')}
</svg>
`
}
