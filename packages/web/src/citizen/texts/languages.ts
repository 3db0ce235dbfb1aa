import { texts as french } from './fr.ts'
import type { Texts } from './texts.ts'

/** The languages of the app by their own names. French comes first (spec/citizen-app#app-languages). */
export const languageNames = {
  fr: 'Français',
  en: 'English',
  ln: 'Lingála',
  sw: 'Kiswahili',
  lua: 'Tshiluba',
  kg: 'Kikongo',
} as const
export type Language = keyof typeof languageNames

/** Only French is in the first load. */
const loaders: Readonly<Record<Language, () => Promise<{ texts: Texts }>>> = {
  fr: async () => ({ texts: french }),
  en: () => import('./en.ts'),
  ln: () => import('./ln.ts'),
  sw: () => import('./sw.ts'),
  lua: () => import('./lua.ts'),
  kg: () => import('./kg.ts'),
}

const isLanguage = (name: string | null): name is Language =>
  name !== null && Object.keys(languageNames).includes(name)

/** The chosen language, else the first language of the browser that exists here, else French. */
export const chooseLanguage = (chosen: string | null, ofBrowser: readonly string[]): Language => {
  const wanted = [chosen, ...ofBrowser.map((tag) => tag.split('-')[0]?.toLowerCase() ?? '')]
  return wanted.find(isLanguage) ?? 'fr'
}

/** A catalogue. A language that cannot be loaded, such as without a network, falls back to French. */
export const loadTexts = async (language: Language): Promise<{ language: Language; texts: Texts }> => {
  try {
    return { language, texts: (await loaders[language]()).texts }
  } catch {
    return { language: 'fr', texts: french }
  }
}
