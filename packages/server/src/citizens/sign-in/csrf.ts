import { createHash, timingSafeEqual } from 'node:crypto'

/** The proof in each form that the page of the same browser sent it. It does not reveal the secret of the cookie. */
export const formProof = (secret: string): string =>
  createHash('sha256').update(`form ${secret}`).digest('base64url')

export const isFormProof = (sent: string | null, secret: string): boolean => {
  const expected = Buffer.from(formProof(secret))
  const given = Buffer.from(sent ?? '')
  return expected.length === given.length && timingSafeEqual(expected, given)
}
