import { type Environment, receiptKeysPath } from '@nani/contract'
import { addPublicDocument, type Http } from '@nani/foundation/http/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import { deriveKey } from '@nani/foundation/storage/index.ts'
import type { FastifyPluginCallback } from 'fastify'
import { createIssueReceipt } from './issue-receipt.ts'
import { openReceiptKeys, receiptKeyUse } from './receipt-keys.ts'
import { forgetOldReceiptKeys } from './retention.ts'

type Needs = Pick<Platform, 'pool' | 'random' | 'rootKey' | 'vaultFor'> & { http: Pick<Http, 'publicUrls'> }

/** Receipts of results, and the public keys that verify them. */
export const receiptsModule = defineModule({
  name: 'receipts',
  async open({ pool, random, rootKey, vaultFor, http }: Needs) {
    const keysOf = (environment: Environment) =>
      openReceiptKeys(environment, { pool, random, vault: vaultFor(receiptKeyUse) })
    const keys = { sandbox: keysOf('sandbox'), production: keysOf('production') }
    await Promise.all(Object.values(keys).map(({ ensure }) => ensure()))
    const issueReceipt = createIssueReceipt({
      keys,
      saltKey: deriveKey(rootKey, 'receipt-salts'),
      baseUrl: http.publicUrls.of,
    })
    const keySet =
      (environment: Environment): FastifyPluginCallback =>
      (app, _options, registered) => {
        addPublicDocument(app, receiptKeysPath, async () => ({ keys: await keys[environment].publicKeys() }))
        registered()
      }
    return { provides: { issueReceipt }, surfaces: [keySet], retention: [forgetOldReceiptKeys] }
  },
})
