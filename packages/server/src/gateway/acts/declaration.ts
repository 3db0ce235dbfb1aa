import type { Permission, RefusalCode } from '@nani/foundation/core/index.ts'
import type { Static, TSchema } from 'typebox'

/** A sentence for people, in each language of the console and the desk. */
export type Sentence = { en: string; fr: string }

/** The pages and the commands that offer acts and readings to people. */
export type Surface = 'citizen' | 'member' | 'operator'

/** A route below `/api` of a surface, such as `POST /consents/{id}/revoke`. The input has the parameters of its path. */
export type RouteText = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`

/**
 * When an act needs a second factor of the last five minutes, where it does not always: for an application of production, for another
 * member than the person, or once the person has a second factor.
 */
export type StepUpCase = 'production' | 'another_member' | 'own_second_factor'

/** The most requests of one source: a bucket of `burst`, which gets one request back in each `refillMs`. */
export type RateLimit = { burst: number; refillMs: number }

/**
 * An act or a reading, as data. Routes, OpenAPI, permissions, the matrix of rights and the documentation are derived from it.
 */
export type Declaration = {
  kind: 'act' | 'reading'
  /** The name in the log of acts, such as `applications.update`. */
  name: string
  sentence: Sentence
  /** The actors that may do it. Members and operators need one of the roles. */
  actors: Permission
  input: TSchema
  output: TSchema
  /** The refusals that its rules may answer with. */
  refusals: readonly RefusalCode[]
  /** Where a surface has it. A surface that is absent does not offer it. */
  routes: { readonly [Name in Surface]?: RouteText }
  /** Two people are needed: one proposes, another one executes. */
  secondPerson: boolean
  /** A second factor is needed that is at most five minutes old. */
  stepUp: boolean
  /** One is needed in this case alone. */
  stepUpWhen: StepUpCase | null
  rateLimit: RateLimit | null
  /** The status of its answer on a surface. */
  answers: 200 | 201 | 202 | 204
  /** The most bytes of the body of its request. */
  maxBodyBytes: number
  /** Values for the description, where those of the schemas are not enough. */
  example: { input?: Record<string, unknown>; output?: unknown }
  /** Its reading discloses personal or sealed data, so that each reading has an entry. Acts always have one. */
  recorded: boolean
}

/** The part of a declaration that its author writes. What is absent has the value that most acts have. */
export type DeclarationInput<Input extends TSchema, Output extends TSchema> = {
  name: `${string}.${string}`
  sentence: Sentence
  actors: Permission
  input: Input
  output: Output
  refusals?: readonly RefusalCode[]
  routes?: Declaration['routes']
  secondPerson?: boolean
  stepUp?: boolean
  stepUpWhen?: StepUpCase
  /** The reason for which a step leaves no entry. A test has the list, which may only shrink. */
  unrecorded?: string
  rateLimit?: RateLimit
  answers?: Declaration['answers']
  maxBodyBytes?: number
  example?: Declaration['example']
}

const usualBodyBytes = 64 * 1024

export const declarationOf = (
  kind: Declaration['kind'],
  recorded: boolean,
  given: DeclarationInput<TSchema, TSchema>,
): Declaration => ({
  kind,
  name: given.name,
  sentence: given.sentence,
  actors: given.actors,
  input: given.input,
  output: given.output,
  refusals: given.refusals ?? [],
  routes: given.routes ?? {},
  secondPerson: given.secondPerson ?? false,
  stepUp: given.stepUp ?? false,
  stepUpWhen: given.stepUpWhen ?? null,
  rateLimit: given.rateLimit ?? null,
  answers: given.answers ?? 200,
  maxBodyBytes: given.maxBodyBytes ?? usualBodyBytes,
  recorded,
  example: given.example ?? {},
})

export type InputOf<Schema extends TSchema> = Static<Schema>
