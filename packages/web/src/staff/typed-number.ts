const spaces = /[\s\u00A0\u202F]/gu
const written = /^[-−]?\d+(?:[.,]\d{1,6})?$/u
/** `1,000` is one thousand for some people and one for others. */
const ambiguous = /^[-−]?[1-9]\d{0,2}[.,]\d{3}$/u

/** A number as a person types it, with spaces and a decimal comma or point; null where it has no single meaning. */
export const typedNumber = (text: string): number | null => {
  const digits = text.replace(spaces, '')
  if (!written.test(digits) || ambiguous.test(digits)) return null
  const value = Number(digits.replace(',', '.').replace('−', '-'))
  return Number.isFinite(value) ? value : null
}
