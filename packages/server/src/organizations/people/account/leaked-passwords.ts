import { makeOnce, Refusal } from '@nani/foundation/core/index.ts'

const minCharacters = 12
const maxCharacters = 128

/** The 49,000 most used passwords of leaks. Loaded at the first new password. */
const commonPasswords = makeOnce(async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
})

/** Words that an attacker of this service tries first (docs/threat-model.md names them). */
const contextWords = [
  'nani',
  'console',
  'desk',
  'identity',
  'identite',
  'identité',
  'kinshasa',
  'congo',
  'rdc',
] as const
/** What a password with such words has in addition to them. */
const minOwnCharacters = 8

const withoutContext = (password: string, email: string): string =>
  [...email.split(/[@.]/).filter((part) => part.length > 2), ...contextWords].reduce(
    (text, word) => text.replaceAll(word, ''),
    password,
  )

/** Throws `password_refused` for a password that spec/organizations#people does not allow. */
export const requireGoodPassword = async (password: string, email: string): Promise<void> => {
  const characters = [...password.normalize('NFC')].length
  const refuse = (message: string) => {
    throw new Refusal('password_refused', message, { context: { field: 'password' } })
  }
  if (characters < minCharacters || characters > maxCharacters || password.includes('\0'))
    refuse('The password must have 12 to 128 characters.')
  if (isCommon(password.toLowerCase(), await commonPasswords()))
    refuse('The password is a common one. Choose another password.')
  if (password.toLowerCase().includes(email)) refuse('The password contains the e-mail address.')
  const own = withoutContext(password.toLowerCase(), email)
  if (own !== password.toLowerCase() && own.length < minOwnCharacters)
    refuse(
      'The password consists of words of this service or of the e-mail address. Choose another password.',
    )
}

const minCommonLetters = 4

/**
 * A password is common if the list has it, or if it is a common one that was only lengthened: repeated, or with digits and
 * signs around it.
 */
const isCommon = (password: string, list: ReadonlySet<string>): boolean => {
  const bare = password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  // Digits and signs may be a good password. A few letters among them make it no worse.
  const lengthened = bare.length < minCommonLetters ? [] : [bare, unitOf(bare)]
  return [password, unitOf(password), ...lengthened].some((one) => list.has(one) || isRun(one))
}

/** The shortest text whose repetition is the given one. */
const unitOf = (text: string): string => {
  const length = text.length === 0 ? 0 : (text + text).indexOf(text, 1)
  return text.slice(0, length)
}

const runs = [
  '0123456789012345678901234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
]
/** One character, or neighbours of the alphabet or of a keyboard. */
const isRun = (text: string): boolean =>
  text.length < 2 || runs.some((run) => run.includes(text) || [...run].toReversed().join('').includes(text))
