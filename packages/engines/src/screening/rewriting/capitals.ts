const inside = /[a-z][A-Z][a-z]|[A-Z]{3}[a-z]{2}|[a-z]{3}[A-Z]{3}/
const between = /(?<=\p{Ll})(?=\p{Lu}\p{Ll})|(?<=\p{Ll}{3})(?=\p{Lu}{3})|(?<=\p{Lu}{2})(?=\p{Lu}\p{Ll}{2})/gu

/** A name whose words are joined, and begin with capitals: JeanMukendi Kiala, JCKiala. */
export const withCapitalsApart = (name: string): string[] =>
  inside.test(name) ? [name.replace(between, ' ')] : []

const gluedForm = /(?<=\p{L}{2})(?:Ltd|LLC|Inc|Corp|Co|GmbH|SARL|Sarl|SPRL|JSC|OOO|BV|AG)\.?$/u

/** A company whose legal form is joined to its last word: KasaiLtd. */
export const withFormApart = (name: string): string[] => {
  const read = name.replace(gluedForm, ' $&')
  return read === name ? [] : [read]
}
