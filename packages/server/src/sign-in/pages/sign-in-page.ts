import { scopeInWords } from '@nani/contract/scope-words/scope-words'
import type { RequestRow, ShownApplication } from '../../services/sign-in/index.ts'
import { tierOf } from '../../services/sign-in/index.ts'
import { formProof } from '../csrf.ts'
import { applicationMark } from './application-mark.ts'
import { type Html, html } from './html.ts'
import type { Page } from './layout.ts'
import { qrCode } from './qr-code.ts'
import { type Language, languages } from './texts/choose-texts.ts'
import type { Texts } from './texts/texts.ts'

export type Shown = {
  request: RequestRow
  /** The secret of the browser, from which the proof of the forms follows. */
  secret: string
  application: ShownApplication
  language: Language
  path: string
  /** Where citizens open their app. */
  appUrl: string
}

/** The page on which the citizen enters a number. */
export const identifyPage = (shown: Shown): Page => {
  const { request, secret, language, path } = shown
  const texts = languages[language]
  return {
    ...commonOf(shown),
    title: texts.title,
    body: html`
<h1>${texts.title}</h1>
${sandboxMark(request, texts)}
${askedOf(shown, texts)}
<form method="post" action="${path}?lang=${language}">
<input type="hidden" name="proof" value="${formProof(secret)}">
<label for="identifier">${texts.identifierLabel}</label>
<input type="text" id="identifier" name="identifier" required autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="64" aria-describedby="hint" autofocus>
<p class="quiet" id="hint">${texts.identifierHint}</p>
<button type="submit">${texts.continue}</button>
</form>
${cancelForm(shown, texts)}`,
  }
}

const refreshSeconds = 2

/** The page that waits for the phone. It is the same for a person who does not exist. */
export const waitPage = (shown: Shown): Page => {
  const { request, language, path } = shown
  const texts = languages[language]
  const seconds = Math.max(0, Math.ceil(request.ms_left / 1000))
  const [before = '', after = ''] = texts.secondsLeft.split('{seconds}')
  return {
    ...commonOf(shown),
    title: texts.waitingTitle,
    refreshSeconds,
    follows: `${path}/events`,
    body: html`
<h1>${texts.waitingTitle}</h1>
${sandboxMark(request, texts)}
<p>${texts.waitingText}</p>
<p class="number" aria-label="${texts.numberLabel}: ${request.shown_number}">${request.shown_number}</p>
<p class="countdown" data-seconds="${seconds}">${before}<span>${seconds}</span>${after}</p>
<div class="app">
${qrCode(shown.appUrl, texts.qrLabel)}
<p>${texts.scanText} <a href="${shown.appUrl}" target="_blank" rel="noopener noreferrer">${texts.openApp}</a></p>
</div>
${askedOf(shown, texts)}
<p class="quiet">${texts.refreshes} ${texts.nothingArrives}</p>
${cancelForm(shown, texts)}`,
  }
}

const commonOf = ({ request, application, language, path }: Shown) => ({
  ...{ language, path, hasLogo: application.logoFile !== null },
  formTarget: new URL(request.redirect_uri).origin,
})

const sandboxMark = ({ environment }: RequestRow, texts: Texts): Html | null =>
  environment === 'sandbox' ? html`<p class="sandbox">${texts.sandbox}</p>` : null

const askedOf = ({ request, application }: Shown, texts: Texts): Html =>
  html`<div class="asked">
<p class="application">${applicationMark(application)}<span><strong>${application.name}</strong> ${texts.asksFor}</span></p>
<ul class="scopes">${request.scopes.map((scope) => html`<li>${scopeInWords(texts.scopes, scope)}${markOf(scope, texts)}</li>`)}</ul>
</div>`

const markOf = (scope: string, texts: Texts): Html | null => {
  const tier = tierOf(scope)
  if (tier === 'sensitive') return html` <span class="flag">(${texts.sensitive})</span>`
  if (tier === 'biometric') return html` <span class="flag">(${texts.biometric})</span>`
  return tier === 'consent' ? html` <span class="quiet">(${texts.everyProduct})</span>` : null
}

const cancelForm = ({ secret, language, path }: Shown, texts: Texts): Html =>
  html`<form method="post" action="${path}/cancel?lang=${language}">
<input type="hidden" name="proof" value="${formProof(secret)}">
<button type="submit" class="other">${texts.backToApplication}</button>
</form>`
