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

/** The chosen language, else the first language of the browser that exists here, else French. */
export const chooseLanguage = (chosen: unknown, acceptLanguage: string | undefined): Language => {
  if (typeof chosen === 'string' && isLanguage(chosen)) return chosen
  for (const range of (acceptLanguage ?? '').split(',').slice(0, 10)) {
    const name = range.trim().split(/[-;]/)[0]?.toLowerCase() ?? ''
    if (isLanguage(name)) return name
  }
  return 'fr'
}
