import type { Approval, Consent } from '../contract.ts'

/** As the server writes it: a name cannot add a line. */
const oneLine = (text: string): string => text.replace(/\p{C}+/gu, ' ')

/** Whether a line names this application. Only its id follows the name. */
const namesApplication = (line: string, application: string): boolean => {
  const start = `application: ${oneLine(application)} `
  return line.startsWith(start) && /^\([\w-]+\)$/.test(line.slice(start.length))
}

/**
 * Whether the text to sign says what the screen shows, and nothing else: this application, exactly these scopes, and this
 * request. A device signs nothing else, whatever the server sends.
 */
export const namesWhatIsShown = ({ id, application, scopes, to_sign }: Approval): boolean => {
  const [kind, asking = '', asked, transaction, nonce = '', ...more] = to_sign.split('\n')
  return (
    kind === 'nani sign-in approval 1' &&
    namesApplication(asking, application) &&
    asked === `scopes: ${scopes.map(({ name }) => name).join(' ')}` &&
    transaction === `transaction: ${id}` &&
    nonce.startsWith('nonce: ') &&
    more.length === 0
  )
}

/** The same for a credit consent: this request, application, organization, product, amount and time. */
export const namesConsent = (consent: Consent): boolean => {
  const { id, application, organization, product, amount_requested: amount, to_sign = '' } = consent
  const [kind, asking = '', ...facts] = to_sign.split('\n')
  const nonce = facts.pop() ?? ''
  const shown = [
    `organization: ${oneLine(organization)}`,
    `product: ${product ?? 'every'}`,
    `amount: ${amount ? `${amount.value} ${amount.currency}` : 'none'}`,
    `request: ${id}`,
    // The screen says so in each language.
    'valid: 30 days',
  ]
  return (
    kind === 'nani consent approval 1' &&
    namesApplication(asking, application) &&
    facts.join('\n') === shown.join('\n') &&
    nonce.startsWith('nonce: ')
  )
}
