import { noteOfScope, scopeInWords } from '@nani/contract/scope-words/scope-words'
import type { Installation } from '../../../organizations/organizations/index.ts'
import type { RequestRow, ShownApplication } from '../../../services/sign-in/index.ts'
import { mayCorrect, tierOf } from '../../../services/sign-in/index.ts'
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
  installation: Installation
  /** What was entered in this browser, or what the application expects; null: nothing. */
  entered: string | null
  /** What was entered has the form of no number. */
  isMalformed?: boolean
}

/** The page on which the citizen enters a number. */
export const identifyPage = (shown: Shown): Page => {
  const { request, secret, language, path, entered, isMalformed = false } = shown
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
<input type="text" id="identifier" name="identifier" required autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="64" aria-describedby="${isMalformed && 'malformed '}hint"${isMalformed && html` aria-invalid="true"`} value="${entered ?? ''}" autofocus>
${isMalformed && html`<p class="problem" id="malformed" role="alert">${texts.malformed}</p>`}
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
${correction(shown, texts)}
<div class="ways">
<a class="button app-link" href="${shown.appUrl}" target="_blank" rel="noopener noreferrer">${texts.openApp}</a>
<div class="app">
${qrCode(shown.appUrl, texts.qrLabel)}
<p>${texts.scanText}</p>
</div>
</div>
${askedOf(shown, texts)}
<p class="quiet">${texts.refreshes} ${texts.nothingArrives}</p>
${cancelForm(shown, texts)}`,
  }
}

/** What was entered, and the way back to the form. It is the same for a person who does not exist. */
const correction = ({ request, entered, secret, language, path }: Shown, texts: Texts): Html | null => {
  if (!mayCorrect(request)) return entered === null ? null : html`<p>${enteredOf(entered, texts)}</p>`
  return html`<div class="entered">
${entered !== null && html`<p>${enteredOf(entered, texts)}</p>`}
<form method="post" action="${path}/correct?lang=${language}">
<input type="hidden" name="proof" value="${formProof(secret)}">
<button type="submit" class="inline">${texts.correct}</button>
</form>
</div>`
}

const enteredOf = (entered: string, texts: Texts): Html => html`${texts.entered} <strong>${entered}</strong>`

const commonOf = ({ request, application, language, path, installation }: Shown) => ({
  ...{ language, path, installation, hasLogo: application.logoFile !== null },
  formTarget: new URL(request.redirect_uri).origin,
})

const sandboxMark = ({ environment }: RequestRow, texts: Texts): Html | null =>
  environment === 'sandbox' ? html`<p class="sandbox">${texts.sandbox}</p>` : null

const askedOf = ({ request, application }: Shown, texts: Texts): Html =>
  html`<div class="asked">
<p class="application">${applicationMark(application)}<span><strong>${application.name}</strong> ${texts.asksFor}</span></p>
<ul class="scopes">${sensitiveFirst(request.scopes).map((scope) => scopeOf(scope, texts))}</ul>
<p class="quiet">${application.organization !== '' && html`${texts.organization} <strong>${application.organization}</strong><br>`}${texts.returnsTo} <strong>${new URL(request.redirect_uri).host}</strong></p>
</div>`

const isSensitive = (scope: string): boolean => ['sensitive', 'biometric'].includes(tierOf(scope))

const sensitiveFirst = (scopes: readonly string[]): string[] =>
  scopes.toSorted((a, b) => Number(isSensitive(b)) - Number(isSensitive(a)))

const scopeOf = (scope: string, texts: Texts): Html => {
  const note = noteOfScope(texts.scopeNotes, scope)
  return html`<li>${scopeInWords(texts.scopes, scope)}${markOf(scope, texts)}${note && html`<span class="note">${note}</span>`}</li>`
}

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
