// Draws docs/face-scale.svg: node bench/face-search/draw-false-positives.ts
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** spec/face#thresholds: the meaning of each threshold. */
const lines = [
  { threshold: '0.80', falseMatchRate: 1e-3, colour: '#b2182b' },
  { threshold: '0.85', falseMatchRate: 1e-4, colour: '#d6801f' },
  { threshold: '0.90', falseMatchRate: 1e-5, colour: '#2166ac' },
  { threshold: '0.95', falseMatchRate: 1e-6, colour: '#1a7a4c' },
]
const [width, height, left, top, right, bottom] = [740, 380, 60, 30, 50, 60]
const [fewest, most] = [2, 8]
const x = (exponent: number) => left + ((exponent - fewest) / (most - fewest)) * (width - left - right)
const y = (share: number) => top + (1 - share) * (height - top - bottom)
const falsePositives = (falseMatchRate: number, people: number) =>
  -Math.expm1(people * Math.log1p(-falseMatchRate))

const text = (at: number, down: number, words: string, rest = '') =>
  `<text x="${at.toFixed(0)}" y="${down.toFixed(0)}" ${rest}>${words}</text>`
const names = ['100', '1,000', '10,000', '100,000', '1 million', '10 million', '100 million']
const grid = [
  ...[0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<path d="M${left} ${y(share)}H${width - right}"/>${text(left - 8, y(share) + 4, `${100 * share} %`, 'text-anchor="end"')}`,
  ),
  ...names.map((name, index) => text(x(fewest + index), height - bottom + 20, name, 'text-anchor="middle"')),
]
const curves = lines.map(({ threshold, falseMatchRate, colour }, index) => {
  const points = Array.from({ length: 241 }, (_, step) => {
    const exponent = fewest + ((most - fewest) * step) / 240
    return `${x(exponent).toFixed(1)} ${y(falsePositives(falseMatchRate, 10 ** exponent)).toFixed(1)}`
  })
  const half = Math.log10(Math.LN2 / falseMatchRate)
  return [
    `<path d="M${points.join('L')}" fill="none" stroke="${colour}" stroke-width="2.5"/>`,
    text(x(half) + 10, y(0.4) + 14 * index, threshold, `fill="${colour}" font-weight="bold"`),
  ].join('\n')
})
writeFileSync(
  join(import.meta.dirname, '../../docs/face-scale.svg'),
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    '<title>False identifications of unknown people, by the number of enrolled people</title>',
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<g stroke="#ddd" fill="#333" stroke-width="1" style="paint-order:stroke">${grid.join('\n').replaceAll('<text ', '<text stroke="none" ')}</g>`,
    ...curves,
    text(left, 18, 'False identifications at each threshold, without margin'),
    text(width - right, height - 12, 'people enrolled', 'text-anchor="end"'),
    '</svg>\n',
  ].join('\n'),
)
