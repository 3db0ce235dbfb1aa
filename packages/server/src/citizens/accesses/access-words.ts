import type { LogWords } from '@nani/contract/access-words/access-words'
import { accessWords as en } from '@nani/contract/access-words/en'
import { accessWords as fr } from '@nani/contract/access-words/fr'
import { accessWords as kg } from '@nani/contract/access-words/kg'
import { accessWords as ln } from '@nani/contract/access-words/ln'
import { accessWords as lua } from '@nani/contract/access-words/lua'
import { accessWords as sw } from '@nani/contract/access-words/sw'
import { scopeWords as enScopes } from '@nani/contract/scope-words/en'
import { scopeWords as frScopes } from '@nani/contract/scope-words/fr'
import { scopeWords as kgScopes } from '@nani/contract/scope-words/kg'
import { scopeWords as lnScopes } from '@nani/contract/scope-words/ln'
import { scopeWords as luaScopes } from '@nani/contract/scope-words/lua'
import { scopeInWords } from '@nani/contract/scope-words/scope-words'
import { scopeWords as swScopes } from '@nani/contract/scope-words/sw'
import type { AccessEntry } from './access-entry.ts'

/** The languages of the app. A file has the language of the citizen (spec/citizen-app#access-log). */
const catalogues = {
  fr: { ...fr, scopes: frScopes },
  en: { ...en, scopes: enScopes },
  ln: { ...ln, scopes: lnScopes },
  sw: { ...sw, scopes: swScopes },
  lua: { ...lua, scopes: luaScopes },
  kg: { ...kg, scopes: kgScopes },
} as const
export type AccessLanguage = keyof typeof catalogues

/** French comes first. */
export const readLanguage = (text: unknown): AccessLanguage =>
  typeof text === 'string' && Object.hasOwn(catalogues, text) ? (text as AccessLanguage) : 'fr'

export const logWords = (language: AccessLanguage): LogWords => catalogues[language].log

/** What an entry says, in words of the language. Names and reasons of organizations stay as they were written. */
export type WordedEntry = {
  service: string
  purpose: string | null
  scopes: string[]
  reason: string | null
  dispute: string | null
}

export const inWords = (entry: AccessEntry, language: AccessLanguage): WordedEntry => {
  const { services, purposes, log, scopes } = catalogues[language]
  const { service, purpose, reason, dispute } = entry
  return {
    service: services[service],
    purpose:
      purpose && (Object.hasOwn(purposes, purpose) ? purposes[purpose as keyof typeof purposes] : purpose),
    scopes: entry.scopes.map((scope) => scopeInWords(scopes, scope)),
    // The reason of a sign-in is written by this installation, and never by the application.
    reason: reason && (service === 'sso_login' ? log.approval : reason),
    dispute: dispute && log.disputes[dispute.status],
  }
}
