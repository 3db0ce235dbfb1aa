import { en } from './en.ts'
import { fr } from './fr.ts'
import { kg } from './kg.ts'
import { ln } from './ln.ts'
import { lua } from './lua.ts'
import { sw } from './sw.ts'
import type { Texts } from './texts.ts'

/** The languages of the pages. French comes first (spec/citizen-app#app-languages). */
export const languages = { fr, en, ln, sw, lua, kg } as const satisfies Record<string, Texts>
export type Language = keyof typeof languages

const isLanguage = (name: string): name is Language => Object.hasOwn(languages, name)

const maxRanges = 10

/** The first of these languages that the pages have; null: they have none. A region does not count. */
const firstLanguage = (ranges: readonly string[]): Language | null => {
  for (const range of ranges.slice(0, maxRanges)) {
    const name = range.trim().split(/[-;]/)[0]?.toLowerCase() ?? ''
    if (isLanguage(name)) return name
  }
  return null
}

/** Of the parameter `ui_locales`: languages, separated by spaces. */
export const languageOfLocales = (locales: unknown): Language | null =>
  typeof locales === 'string' ? firstLanguage(locales.split(' ').filter(Boolean)) : null

/** The chosen language, else the first one of the browser that exists here, else French. */
export const chooseLanguage = (chosen: unknown, acceptLanguage: string | undefined): Language => {
  if (typeof chosen === 'string' && isLanguage(chosen)) return chosen
  return firstLanguage((acceptLanguage ?? '').split(',')) ?? 'fr'
}
