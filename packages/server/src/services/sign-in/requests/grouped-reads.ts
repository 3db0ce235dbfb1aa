import { type Clock, createKeyedBatcher, statementGroups } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import type { Application } from '../../../gateway/gateway/index.ts'
import type { Handle } from '../handles.ts'
import { type CodeRow, type GivenToken, readCodes, readTokens, type TokenRow } from '../tokens/codes.ts'
import { createRecentRows } from './recent-rows.ts'
import { type RequestRow, readRequests } from './requests.ts'

/** Reads of one application that happen at the same time share a statement. Null: there is no such row. */
export type GroupedReads = {
  request(handle: Handle): Promise<RequestRow | null>
  code(
    application: Pick<Application, 'applicationId' | 'environment'>,
    codeHash: Buffer,
  ): Promise<CodeRow | null>
  /** Of a valid access token. */
  token(applicationId: string, token: GivenToken): Promise<TokenRow | null>
  /** What this process has just committed. The next read of the same row then needs no statement, once. */
  remember: {
    /** Keeps an approval, which is final. A declined request is read. */
    answered(request: RequestRow): void
    code(applicationId: string, code: CodeRow): void
    token(applicationId: string, token: TokenRow): void
  }
}

/** The row of each item, in the order of the items. */
const inOrder = <Item, Row>(
  items: readonly Item[],
  rows: readonly Row[],
  { ofItem, ofRow }: { ofItem(item: Item): string; ofRow(row: Row): string },
): (Row | null)[] => {
  const found = new Map(rows.map((row) => [ofRow(row), row]))
  return items.map((item) => found.get(ofItem(item)) ?? null)
}

const hex = (bytes: Buffer): string => bytes.toString('hex')

const keyOf = (applicationId: string, part: string): string => `${applicationId} ${part}`

export const groupReads = (pool: pg.Pool, clock: Clock): GroupedReads => {
  const recent = {
    requests: createRecentRows<RequestRow>(clock),
    codes: createRecentRows<CodeRow>(clock),
    tokens: createRecentRows<TokenRow>(clock),
  }
  const requests = createKeyedBatcher<string, RequestRow | null>(
    async (applicationId, ids) =>
      inOrder(ids, await readRequests(pool, applicationId, ids), {
        ofItem: (id) => id,
        ofRow: (row) => row.request_id,
      }),
    statementGroups,
  )
  type CodeRequest = { application: Pick<Application, 'applicationId' | 'environment'>; codeHash: Buffer }
  const codes = createKeyedBatcher<CodeRequest, CodeRow | null>(async (_key, asked) => {
    const { application } = asked[0] as CodeRequest
    const rows = await readCodes(
      pool,
      application,
      asked.map(({ codeHash }) => codeHash),
    )
    return inOrder(asked, rows, {
      ofItem: ({ codeHash }) => hex(codeHash),
      ofRow: (row) => hex(row.code_hash),
    })
  }, statementGroups)
  const tokens = createKeyedBatcher<GivenToken, TokenRow | null>(
    async (applicationId, given) =>
      inOrder(given, await readTokens(pool, applicationId, given), {
        ofItem: ({ tokenHash }) => hex(tokenHash),
        ofRow: (row) => hex(row.token_hash),
      }),
    statementGroups,
  )
  return {
    request: async ({ applicationId, requestId }) =>
      recent.requests.take(keyOf(applicationId, requestId)) ?? requests(applicationId, requestId),
    code: async (application, codeHash) =>
      recent.codes.take(keyOf(application.applicationId, hex(codeHash))) ??
      codes(application.applicationId, { application, codeHash }),
    token: async (applicationId, token) =>
      recent.tokens.take(keyOf(applicationId, hex(token.tokenHash))) ?? tokens(applicationId, token),
    remember: {
      answered(request) {
        if (request.status === 'approved')
          recent.requests.remember(keyOf(request.application_id, request.request_id), request)
      },
      code: (applicationId, code) => recent.codes.remember(keyOf(applicationId, hex(code.code_hash)), code),
      token: (applicationId, token) =>
        recent.tokens.remember(keyOf(applicationId, hex(token.token_hash)), token),
    },
  }
}
