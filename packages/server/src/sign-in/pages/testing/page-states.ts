import type { RequestRow } from '../../../services/sign-in/index.ts'
import { errorPage } from '../error-page.ts'
import type { Page } from '../layout.ts'
import { identifyPage, type Shown, waitPage } from '../sign-in-page.ts'
import { type Language, languages } from '../texts/choose-texts.ts'

const every = Object.keys(languages.fr.scopes).map((name) => (name.includes('.') ? `svc:${name}` : name))

/** A request of a page. The members that pages do not read are absent. */
const request = (scopes: string[]): RequestRow =>
  ({
    application_id: 'app_1',
    request_id: 'sgn_1',
    environment: 'sandbox',
    redirect_uri: 'https://shop.example/callback',
    shown_number: 42,
    scopes,
    ms_left: 51_000,
  }) as unknown as RequestRow

const shown = (language: Language, scopes: string[], logoFile: string | null = null): Shown => ({
  request: request(scopes),
  secret: 'a'.repeat(43),
  application: { name: 'Boutique Mosaka <b>', logoFile },
  language,
  path: '/sign-in/app_1.sgn_1',
  appUrl: 'https://citoyen.nani.example',
})

/** Every state of the hosted pages in a language. Each one is as large as it can be, where that is possible. */
export const pageStates = (language: Language): Readonly<Record<string, Page>> => ({
  identify: identifyPage(shown(language, ['openid', 'profile', 'svc:kyc.religion'])),
  'identify with a logo': identifyPage(shown(language, ['openid'], `app_1/${'a'.repeat(64)}.png`)),
  'identify with every scope': identifyPage(shown(language, every)),
  wait: waitPage(shown(language, ['openid', 'profile', 'svc:credit.score'])),
  'wait with every scope': waitPage(shown(language, every)),
  'unknown application': errorPage({ language, message: 'unknownClient', detail: 'invalid_client: unknown' }),
  'ended page': errorPage({ language, message: 'expiredPage' }),
  'too many attempts': errorPage({ language, message: 'tooMany', detail: 'req_1' }),
  'way back': errorPage({ language, message: 'fault', back: 'https://shop.example/callback' }),
})
