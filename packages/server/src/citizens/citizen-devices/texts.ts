/** The languages of the app. French is the first. */
export const appLanguages = ['fr', 'en', 'ln', 'sw', 'lua', 'kg'] as const
export type AppLanguage = (typeof appLanguages)[number]

export const languageOf = (text: string): AppLanguage =>
  appLanguages.find((language) => language === text) ?? 'fr'

type Texts = {
  code(code: string): string
  /** Someone guesses at codes. */
  guessed: string
  enrolled(device: string, link: string): string
}

/** Messages to a telephone: short, because each part of a message is paid. All but French and English need review. */
const texts: Readonly<Record<AppLanguage, Texts>> = {
  fr: {
    code: (code) => `Nani : votre code est ${code}. Ne le donnez à personne.`,
    guessed:
      "Nani : quelqu'un essaie des codes pour votre compte. Si ce n'est pas vous, ne donnez aucun code à personne.",
    enrolled: (device, link) => `Nani : l'appareil « ${device} » a été ajouté. Ce n'est pas vous ? ${link}`,
  },
  en: {
    code: (code) => `Nani: your code is ${code}. Give it to no one.`,
    guessed: 'Nani: someone is trying codes for your account. If it is not you, give no code to anyone.',
    enrolled: (device, link) => `Nani: the device "${device}" was added. Not you? ${link}`,
  },
  ln: {
    code: (code) => `Nani: code na yo ezali ${code}. Kopesa yango na moto te.`,
    guessed: 'Nani: moto azali komeka ba code mpo na compte na yo. Soki ezali yo te, kopesa code na moto te.',
    enrolled: (device, link) => `Nani: babakisi apareyi "${device}". Ezali yo te? ${link}`,
  },
  sw: {
    code: (code) => `Nani: nambari yako ya siri ni ${code}. Usimpe mtu yeyote.`,
    guessed: 'Nani: mtu anajaribu nambari za siri za akaunti yako. Ikiwa si wewe, usimpe mtu yeyote nambari.',
    enrolled: (device, link) => `Nani: kifaa "${device}" kimeongezwa. Si wewe? ${link}`,
  },
  lua: {
    code: (code) => `Nani: code webe udi ${code}. Kumupeshi muntu to.`,
    guessed: 'Nani: muntu udi uteta ma code bua compte webe. Bikala ki nguewe, kupeshi muntu code to.',
    enrolled: (device, link) => `Nani: mbasakidile tshiamu "${device}". Ki nguewe? ${link}`,
  },
  kg: {
    code: (code) => `Nani: code na nge kele ${code}. Kupesa yo na muntu ve.`,
    guessed: 'Nani: muntu ke meka ba code sambu na compte na nge. Kana nge ve, kupesa muntu code ve.',
    enrolled: (device, link) => `Nani: bo me yika kisadilu "${device}". Nge ve? ${link}`,
  },
}

export const textsOf = (language: AppLanguage): Texts => texts[language]
