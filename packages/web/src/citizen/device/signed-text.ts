import type { Approval, Consent } from '../contract.ts'

/** As the server writes it: a name cannot add a line. */
const oneLine = (text: string): string => text.replace(/\p{C}+/gu, ' ')

/**
 * Whether the text to sign names what the screen shows: this application, exactly these scopes, and this request. A
 * device signs nothing else, whatever the server sends.
 */
export const namesWhatIsShown = ({ id, application, scopes, to_sign }: Approval): boolean => {
  const lines = to_sign.split('\n')
  return (
    lines.some((line) => line.startsWith(`application: ${oneLine(application)} (`)) &&
    lines.includes(`scopes: ${scopes.map(({ name }) => name).join(' ')}`) &&
    lines.includes(`transaction: ${id}`)
  )
}

/** The same for a credit consent: this request, application, product and amount. */
export const namesConsent = ({
  id,
  application,
  product,
  amount_requested,
  to_sign = '',
}: Consent): boolean => {
  const lines = to_sign.split('\n')
  const amount = amount_requested ? `${amount_requested.value} ${amount_requested.currency}` : 'none'
  return (
    lines[0] === 'nani consent approval 1' &&
    lines.some((line) => line.startsWith(`application: ${oneLine(application)} (`)) &&
    lines.includes(`product: ${product ?? 'every'}`) &&
    lines.includes(`amount: ${amount}`) &&
    lines.includes(`request: ${id}`)
  )
}
