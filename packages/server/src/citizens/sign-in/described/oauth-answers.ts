import Type from 'typebox'
import { type OAuthErrorCode, oauthErrors } from '../../../services/sign-in/index.ts'

const json = 'application/json'

/** The codes with their causes, as a table. */
export const listOf = (codes: readonly OAuthErrorCode[]): string =>
  [
    '| `error` | Cause |',
    '|---|---|',
    ...codes.map((code) => `| \`${code}\` | ${oauthErrors[code].cause} |`),
  ].join('\n')

/** The error object of OAuth with each of its codes. */
export const errorAnswer = (status: number, description: string, codes: readonly OAuthErrorCode[]) => ({
  ...{ status, description, contentType: json },
  schema: Type.Object({ error: Type.Enum([...codes]), error_description: Type.String() }),
  examples: Object.fromEntries(
    codes.map((code) => [
      code,
      {
        summary: code,
        value: { error: code, error_description: oauthErrors[code].cause.replaceAll('`', '') },
      },
    ]),
  ),
})
