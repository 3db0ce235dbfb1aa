/** What the citizen looks for. Empty texts are left out. */
export type Filters = { from: string; to: string; organization: string; service: string; purpose: string }

export const noFilters: Filters = { from: '', to: '', organization: '', service: '', purpose: '' }

/** The query of the API. A day goes from its first moment to its last one, in the time of the phone. */
export const queryOf = (filters: Filters, lang = ''): string => {
  const query = new URLSearchParams()
  const { from, to, ...others } = filters
  if (from) query.set('from', new Date(`${from}T00:00:00`).toISOString())
  if (to) query.set('to', new Date(`${to}T23:59:59.999`).toISOString())
  for (const [name, value] of Object.entries(others)) if (value.trim()) query.set(name, value.trim())
  // A file has the language of the app.
  if (lang) query.set('lang', lang)
  const text = query.toString()
  return text && `?${text}`
}
