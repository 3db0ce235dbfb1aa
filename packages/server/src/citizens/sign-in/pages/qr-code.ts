import qrcode from 'qrcode-generator'
import { type Html, html } from './html.ts'

const quietZone = 4

/** A QR code as one path of SVG, dark on white in every colour scheme, because cameras read it so. */
export const qrCode = (text: string, label: string): Html => {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  const size = count + 2 * quietZone
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path fill="#000" d="${pathOf(code, count)}"/></svg>`
}

type Code = Pick<ReturnType<typeof qrcode>, 'isDark'>

/** Each run of dark modules is a line of one module's height. */
const pathOf = (code: Code, count: number): string => {
  let path = ''
  for (let row = 0; row < count; row++)
    for (let column = 0; column < count; column++) {
      if (!code.isDark(row, column)) continue
      const start = column
      while (column + 1 < count && code.isDark(row, column + 1)) column++
      const length = column - start + 1
      path += `M${start + quietZone} ${row + quietZone}h${length}v1h-${length}z`
    }
  return path
}
