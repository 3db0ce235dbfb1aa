/** An axis: the position of a value from 0 to 1, and the labelled values. */
export type Axis = {
  title: string
  place(value: number): number
  ticks: readonly { value: number; text: string }[]
}

export type Line = { name: string; points: readonly (readonly [x: number, y: number])[] }
export type Bars = {
  name: string
  bars: readonly { from: number; to: number; height: number; label: string }[]
}
export type Mark = { x: number; y: number; label: string }

export type Chart = { title: string; x: Axis; y: Axis; lines?: Line[]; bars?: Bars[]; marks?: Mark[] }

const width = 560
const height = 380
const left = 64
const right = 16
const top = 34
const bottom = 52

export const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** A chart as SVG. Colours come from the page by class, so that it fits a dark page and a printed one. */
export const drawChart = ({ title, x, y, lines = [], bars = [], marks = [] }: Chart): string => {
  const across = (value: number) => left + within(x.place(value)) * (width - left - right)
  const up = (value: number) => height - bottom - within(y.place(value)) * (height - top - bottom)
  const names = [...bars, ...lines].map(({ name }) => name)
  return `<svg role="img" aria-label="${escapeText(title)}" viewBox="0 0 ${width} ${height}">
<text class="title" x="${left}" y="18">${escapeText(title)}</text>
${x.ticks.map(({ value, text }) => tickAcross(across(value), text)).join('')}
${y.ticks.map(({ value, text }) => tickUp(up(value), text)).join('')}
<text class="axis" x="${(left + width - right) / 2}" y="${height - 12}" text-anchor="middle">${escapeText(x.title)}</text>
<text class="axis" transform="translate(14 ${(top + height - bottom) / 2}) rotate(-90)" text-anchor="middle">${escapeText(y.title)}</text>
${bars.map((one, index) => drawBars(one, index, across, up)).join('\n')}
${lines.map(({ points }, index) => `<path class="line s${index}" d="${path(points, across, up)}"/>`).join('\n')}
${marks.map((mark) => drawMark(mark, across, up)).join('')}
${names.length > 1 ? names.map(legend).join('') : ''}
</svg>`
}

type ToPixels = (value: number) => number
const within = (share: number) => Math.min(1, Math.max(0, share))
const short = (value: number) => value.toFixed(1)

const tickAcross = (at: number, text: string) =>
  `<path class="grid" d="M${short(at)} ${top}V${height - bottom}"/><text x="${short(at)}" y="${height - bottom + 18}" text-anchor="middle">${text}</text>`

const tickUp = (at: number, text: string) =>
  `<path class="grid" d="M${left} ${short(at)}H${width - right}"/><text x="${left - 8}" y="${short(at + 4)}" text-anchor="end">${text}</text>`

const path = (points: Line['points'], across: ToPixels, up: ToPixels): string =>
  points.map(([a, b], index) => `${index === 0 ? 'M' : 'L'}${short(across(a))} ${short(up(b))}`).join('')

const drawBars = ({ bars }: Bars, index: number, across: ToPixels, up: ToPixels): string =>
  bars
    .filter((bar) => bar.height > 0)
    .map(({ from, to, height: value, label }) => {
      const [start, end] = [across(from), across(to)]
      return `<rect class="bar s${index}" x="${short(start)}" y="${short(up(value))}" width="${short(Math.max(1, end - start - 0.5))}" height="${short(up(0) - up(value))}"><title>${escapeText(label)}</title></rect>`
    })
    .join('')

const drawMark = ({ x, y, label }: Mark, across: ToPixels, up: ToPixels) =>
  `<circle class="mark" cx="${short(across(x))}" cy="${short(up(y))}" r="4"><title>${escapeText(label)}</title></circle>`

const legend = (name: string, index: number) =>
  `<rect class="key s${index}" x="${width - right - 170}" y="${top + 6 + 20 * index}" width="12" height="12"/><text x="${width - right - 152}" y="${top + 16 + 20 * index}">${escapeText(name)}</text>`
