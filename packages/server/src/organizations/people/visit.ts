import Type from 'typebox'
import { onSurface } from '../../gateway/acts/index.ts'

/** What a surface knows of a request: its source, and the secrets of its cookies. */
export const visitSchema = onSurface(
  Type.Object({
    address: Type.String(),
    user_agent: Type.String(),
    session: Type.Union([Type.String(), Type.Null()]),
    browser: Type.Union([Type.String(), Type.Null()]),
    /** Of a visit to the sign-in service that has begun. */
    identity: Type.Union([Type.String(), Type.Null()]),
  }),
)
export type Visit = Type.Static<typeof visitSchema>

/** The cookies that a surface sets with an answer. Null ends a cookie. */
export const cookiesSchema = onSurface(
  Type.Object({
    session: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    browser: Type.Optional(Type.String()),
    identity: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
)
