/** The standard fonts of PDF have the printable characters of Latin-1 only. Any other is shown as a question mark. */
export const pdfText = (text: string): string =>
  [...text.normalize('NFC').replaceAll('’', "'").replaceAll(/\s+/g, ' ')]
    .map((one) => {
      const code = one.codePointAt(0) ?? 0
      return (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff) ? one : '?'
    })
    .join('')
