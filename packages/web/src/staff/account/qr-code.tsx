import { useEffect, useState } from 'react'

const quietModules = 4

/** The path of the dark modules of a QR code, one square for each. */
const drawn = async (text: string): Promise<{ path: string; size: number }> => {
  const { default: qrcode } = await import('qrcode-generator')
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const size = code.getModuleCount()
  const rows = Array.from({ length: size }, (_, row) => row)
  const path = rows
    .flatMap((row) =>
      rows
        .filter((column) => code.isDark(row, column))
        .map((column) => `M${column + quietModules} ${row + quietModules}h1v1h-1z`),
    )
    .join('')
  return { path, size: size + 2 * quietModules }
}

export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const [drawing, setDrawing] = useState<{ path: string; size: number } | null>(null)
  useEffect(() => {
    let isShown = true
    void drawn(text).then((found) => isShown && setDrawing(found))
    return () => {
      isShown = false
    }
  }, [text])
  if (!drawing) return null
  return (
    <svg className="qr" viewBox={`0 0 ${drawing.size} ${drawing.size}`} role="img" aria-label={label}>
      <rect width="100%" height="100%" fill="#fff" />
      <path d={drawing.path} fill="#000" />
    </svg>
  )
}
