import type { Installation } from '../../../../organizations/organizations/index.ts'
import type { RequestRow } from '../../../../services/sign-in/index.ts'
import { errorPage } from '../error-page.ts'
import type { Page } from '../layout.ts'
import { identifyPage, type Shown, waitPage } from '../sign-in-page.ts'
import { type Language, languages } from '../texts/choose-texts.ts'

const plain: Installation = { name: 'Nani', logo: null, helpUrl: null, privacyUrl: null }
const named: Installation = {
  name: 'Identité nationale du Congo',
  logo: { file: `${'b'.repeat(64)}.png`, content: Buffer.alloc(0) },
  helpUrl: 'https://aide.nani.example/',
  privacyUrl: 'https://aide.nani.example/donnees',
}
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
    ...{ status: 'waiting', corrections: 0, replaced_by: null },
  }) as unknown as RequestRow

const shown = (language: Language, scopes: string[], logoFile: string | null = null): Shown => ({
  request: request(scopes),
  secret: 'a'.repeat(43),
  application: { name: 'Boutique Mosaka <b>', organization: 'Mosaka & Fils SARL', logoFile },
  language,
  path: '/sign-in/app_1.sgn_1',
  appUrl: 'https://citoyen.nani.example',
  installation: plain,
  entered: null,
})

/** Every state of the hosted pages in a language. Each one is as large as it can be, where that is possible. */
export const pageStates = (language: Language): Readonly<Record<string, Page>> => {
  const error = { language, installation: plain, path: '/v1/oidc/authorize?client_id=key&ui_locales=ln' }
  return {
    identify: identifyPage(shown(language, ['openid', 'profile', 'svc:kyc.religion'])),
    'identify with a logo': identifyPage(shown(language, ['openid'], `app_1/${'a'.repeat(64)}.png`)),
    'identify with every scope': identifyPage(shown(language, every)),
    'identify in a named installation': identifyPage({ ...shown(language, ['openid']), installation: named }),
    'identify with a hint': identifyPage({ ...shown(language, ['openid']), entered: '+243 81 234 56 78' }),
    'identify again after a malformed number': identifyPage({
      ...shown(language, ['openid', 'svc:kyc.religion']),
      ...{ entered: '081 <b>', isMalformed: true },
    }),
    wait: waitPage({
      ...shown(language, ['openid', 'profile', 'svc:credit.score']),
      entered: '+243 81 234 56 78',
    }),
    'wait without a further correction': waitPage({
      ...shown(language, ['openid']),
      request: { ...request(['openid']), corrections: 3 },
      entered: 'COD-0000-0000-0008',
    }),
    'wait with every scope': waitPage(shown(language, every)),
    'unknown application': errorPage({
      ...error,
      message: 'unknownClient',
      detail: 'invalid_client: unknown',
    }),
    'ended page': errorPage({ ...error, message: 'expiredPage' }),
    'too many attempts': errorPage({ ...error, message: 'tooMany', detail: 'req_1' }),
    'way back': errorPage({ ...error, message: 'fault', back: 'https://shop.example/callback' }),
    'error of a named installation': errorPage({ ...error, installation: named, message: 'tooMany' }),
  }
}
