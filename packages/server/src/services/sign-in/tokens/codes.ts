import { defineEffect, defineFence } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { Application } from '../../../gateway/gateway/index.ts'
import type { ApprovedWith } from '../requests/requests.ts'

const codeSeconds = 60
export const tokenSeconds = 300

/** The code of a request. It is written in the commit that counts the sign-in. */
export const codeEffect = defineEffect({
  name: 'sign_in_code',
  columns: {
    code_hash: 'bytea',
    request_id: 'text',
    api_key: 'text',
    redirect_uri: 'text',
    code_challenge: 'text',
    nonce: 'text',
    asked_scopes: 'text[]',
    sealed_citizen: 'bytea',
    approved_at: 'timestamptz',
    approved_with: 'text',
  },
  write: ({ application, changes, column }) =>
    `insert into sign_in_codes (application_id, code_hash, request_id, api_key, redirect_uri, code_challenge, nonce,
       scopes, sealed_citizen, approved_at, approved_with, expires_at)
     select ${application}, ${column.code_hash}, ${column.request_id}, ${column.api_key}, ${column.redirect_uri},
       ${column.code_challenge}, ${column.nonce}, ${column.asked_scopes}, ${column.sealed_citizen},
       ${column.approved_at}, ${column.approved_with},
       now() + make_interval(secs => ${codeSeconds})
     from ${changes}`,
})

/** A code is issued once for each approved request. */
export const issuedFence = defineFence({
  name: 'sign_in_issued',
  columns: { request_id: 'text' },
  opens: ({ application, changes, id, column, anyOf }) =>
    `update sign_in_requests r set status = 'issued'
     from ${changes}
     where r.application_id = ${application} and r.request_id = ${column.request_id} and r.status = 'approved'
       and r.request_id = ${anyOf(column.request_id)}
     returning ${id}`,
})

/**
 * The redemption of a code: one statement, which can succeed once on any number of processes. Every condition is part
 * of it.
 */
export const redeemedFence = defineFence({
  name: 'sign_in_redeemed',
  columns: {
    code_hash: 'bytea',
    api_key: 'text',
    redirect_uri: 'text',
    code_challenge: 'text',
    token_hash: 'bytea',
    certificate: 'bytea',
  },
  opens: ({ application, changes, id, column, anyOf }) =>
    `update sign_in_codes c set redeemed_at = now(), token_hash = ${column.token_hash},
       token_certificate = ${column.certificate},
       token_expires_at = now() + make_interval(secs => ${tokenSeconds})
     from ${changes}
     where c.application_id = ${application} and c.code_hash = ${column.code_hash} and c.api_key = ${column.api_key}
       and c.redirect_uri = ${column.redirect_uri} and c.code_challenge = ${column.code_challenge}
       and c.redeemed_at is null and c.expires_at > now()
       and c.code_hash = ${anyOf(column.code_hash)}
     returning ${id}`,
})

/**
 * Claims are disclosed only while their access token is valid, and to the certificate that redeemed its code (RFC 8705).
 */
export const validTokenFence = defineFence({
  name: 'sign_in_token',
  columns: { code_hash: 'bytea', token_hash: 'bytea', certificate: 'bytea' },
  // Each is looked up alone. Each index that PostgreSQL can choose then finds one row.
  opens: ({ application, changes, id, column }) =>
    `select ${id} from ${changes} cross join lateral (
       select from sign_in_codes
       where application_id = ${application} and code_hash = ${column.code_hash}
         and token_hash = ${column.token_hash} and token_expires_at > now() and token_revoked_at is null
         and (token_certificate is null or token_certificate = ${column.certificate})
       limit 1) as valid`,
})

export type CodeRow = {
  code_hash: Buffer
  request_id: string
  nonce: string | null
  scopes: string[]
  sealed_citizen: Buffer
  consent_id: string | null
  consent_expires_at: Date | null
  redeemed: boolean
  approved_at: Date | null
  approved_with: ApprovedWith | null
  /** The id of the key that signs when the code is read or issued. */
  kid: string
}

type Database = Pick<pg.ClientBase, 'query'>

/** The codes of one application with these hashes, in any order. */
export const readCodes = async (
  database: Database,
  { applicationId, environment }: Pick<Application, 'applicationId' | 'environment'>,
  codeHashes: readonly Buffer[],
): Promise<CodeRow[]> => {
  const { rows } = await database.query<CodeRow>({
    name: 'sign-in-code',
    text: `select c.code_hash, c.request_id, c.nonce, c.scopes, c.sealed_citizen, c.consent_id, c.consent_expires_at,
             c.approved_at, c.approved_with, c.redeemed_at is not null as redeemed,
             (select k.kid from sign_in_keys k where k.environment = $3 and k.ends_at is null) as kid
           from sign_in_codes c where c.application_id = $1 and c.code_hash = any($2)`,
    values: [applicationId, codeHashes, environment],
  })
  return rows
}

/** Writes the consent that came with a code. Returns false if the code is not of this transaction. */
export const writeConsentOfCode = async (
  database: Database,
  { applicationId, codeHash }: { applicationId: string; codeHash: Buffer },
  { consent_id, expires_at }: { consent_id: string; expires_at: string },
): Promise<boolean> => {
  const { rowCount } = await database.query({
    name: 'sign-in-consent',
    text: `update sign_in_codes set consent_id = $3, consent_expires_at = $4
           where application_id = $1 and code_hash = $2 and consent_id is null`,
    values: [applicationId, codeHash, consent_id, expires_at],
  })
  return rowCount === 1
}

/** Whether the code of a request may still be redeemed. */
export const isRedeemable = async (
  database: Database,
  applicationId: string,
  codeHash: Buffer,
): Promise<boolean> => {
  const { rowCount } = await database.query({
    name: 'sign-in-code-open',
    text: `select from sign_in_codes
           where application_id = $1 and code_hash = $2 and redeemed_at is null and expires_at > now()`,
    values: [applicationId, codeHash],
  })
  return rowCount === 1
}

/** A code that is presented again may have been intercepted: its access token ends (spec/sign-in#token-request). */
export const revokeTokenOf = async (
  database: Database,
  applicationId: string,
  codeHash: Buffer,
): Promise<void> => {
  await database.query({
    name: 'sign-in-revoke',
    text: `update sign_in_codes set token_revoked_at = now()
           where application_id = $1 and code_hash = $2 and redeemed_at is not null and token_revoked_at is null`,
    values: [applicationId, codeHash],
  })
}

export type TokenRow = Pick<
  CodeRow,
  'request_id' | 'scopes' | 'sealed_citizen' | 'consent_id' | 'consent_expires_at'
> & { token_hash: Buffer }

/** An access token: the code that it was given for, and its hash. */
export type GivenToken = { codeHash: Buffer; tokenHash: Buffer }

/** The grants of those access tokens of one application that are valid now, in any order. */
export const readTokens = async (
  database: Database,
  applicationId: string,
  tokens: readonly GivenToken[],
): Promise<TokenRow[]> => {
  const { rows } = await database.query<TokenRow>({
    name: 'sign-in-token',
    // By the primary key. The index of tokens begins with the application, too: between the two, PostgreSQL could choose to
    // read all codes. No statement uses that index any more; it can be dropped after the next release.
    text: `select c.token_hash, c.request_id, c.scopes, c.sealed_citizen, c.consent_id, c.consent_expires_at
           from sign_in_codes c
           where c.application_id = $1 and c.code_hash = any($2) and c.token_hash = any($3)
             and c.token_expires_at > now() and c.token_revoked_at is null`,
    values: [applicationId, tokens.map(({ codeHash }) => codeHash), tokens.map(({ tokenHash }) => tokenHash)],
  })
  return rows
}
