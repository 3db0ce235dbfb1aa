/** The languages of the app. French is the first. */
export const appLanguages = ['fr', 'en', 'ln', 'sw', 'lua', 'kg'] as const
export type AppLanguage = (typeof appLanguages)[number]

export const languageOf = (text: string): AppLanguage =>
  appLanguages.find((language) => language === text) ?? 'fr'

type Texts = {
  code(code: string): string
  enrolled(device: string, link: string): string
}

/** Messages to a telephone: short, because each part of a message is paid. All but French and English need review. */
const texts: Readonly<Record<AppLanguage, Texts>> = {
  fr: {
    code: (code) => `Nani : votre code est ${code}. Ne le donnez à personne.`,
    enrolled: (device, link) => `Nani : l'appareil « ${device} » a été ajouté. Ce n'est pas vous ? ${link}`,
  },
  en: {
    code: (code) => `Nani: your code is ${code}. Give it to no one.`,
    enrolled: (device, link) => `Nani: the device "${device}" was added. Not you? ${link}`,
  },
  ln: {
    code: (code) => `Nani: code na yo ezali ${code}. Kopesa yango na moto te.`,
    enrolled: (device, link) => `Nani: babakisi apareyi "${device}". Ezali yo te? ${link}`,
  },
  sw: {
    code: (code) => `Nani: nambari yako ya siri ni ${code}. Usimpe mtu yeyote.`,
    enrolled: (device, link) => `Nani: kifaa "${device}" kimeongezwa. Si wewe? ${link}`,
  },
  lua: {
    code: (code) => `Nani: code webe udi ${code}. Kumupeshi muntu to.`,
    enrolled: (device, link) => `Nani: mbasakidile tshiamu "${device}". Ki nguewe? ${link}`,
  },
  kg: {
    code: (code) => `Nani: code na nge kele ${code}. Kupesa yo na muntu ve.`,
    enrolled: (device, link) => `Nani: bo me yika kisadilu "${device}". Nge ve? ${link}`,
  },
}

export const textsOf = (language: AppLanguage): Texts => texts[language]
