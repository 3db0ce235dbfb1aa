import type { Installation } from '../../../organizations/organizations/index.ts'
import { html } from './html.ts'
import type { Page } from './layout.ts'
import { type Language, languages } from './texts/choose-texts.ts'
import type { Texts } from './texts/texts.ts'

type Message = { [Name in keyof Texts]: Texts[Name] extends string ? Name : never }[keyof Texts]

export type ErrorContent = {
  language: Language
  installation: Installation
  /** The address of the page, for the choice of the language; absent if it cannot be opened again. */
  path?: string | undefined
  message: Message
  /** For developers: the code and the description of OAuth. */
  detail?: string
  /** Where "back to the application" leads. */
  back?: string | null
}

export const errorPage = ({ message, detail, back = null, ...content }: ErrorContent): Page => {
  const { language, installation, path } = content
  const texts = languages[language]
  return {
    ...{ language, installation, ...(path !== undefined && { path }) },
    title: texts.errorTitle,
    body: html`
<h1>${texts.errorTitle}</h1>
<p role="alert">${texts[message]}</p>
${back === null ? html`<p>${texts.startAgain}</p>` : html`<a class="button" href="${back}">${texts.backToApplication}</a>`}
${detail !== undefined && html`<p class="quiet"><code>${detail}</code></p>`}`,
  }
}
