type SearchOfPage = Record<string, string | undefined>

/** Every value of an address is a text, so that a filter of digits stays what was typed. */
export const parseSearch = (text: string): SearchOfPage => Object.fromEntries(new URLSearchParams(text))
export const stringifySearch = (search: Record<string, unknown>): string => {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}
