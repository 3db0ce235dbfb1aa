import { html } from './html.ts'
import type { Page } from './layout.ts'
import { type Language, languages } from './texts/choose-texts.ts'
import type { Texts } from './texts/texts.ts'

type Message = { [Name in keyof Texts]: Texts[Name] extends string ? Name : never }[keyof Texts]

export type ErrorContent = {
  language: Language
  message: Message
  /** For developers: the code and the description of OAuth. */
  detail?: string
  /** Where "back to the application" leads. */
  back?: string | null
}

export const errorPage = ({ language, message, detail, back = null }: ErrorContent): Page => {
  const texts = languages[language]
  return {
    language,
    title: texts.errorTitle,
    body: html`
<h1>${texts.errorTitle}</h1>
<p role="alert">${texts[message]}</p>
${back === null ? html`<p>${texts.startAgain}</p>` : html`<a class="button" href="${back}">${texts.backToApplication}</a>`}
${detail !== undefined && html`<p class="quiet"><code>${detail}</code></p>`}`,
  }
}
