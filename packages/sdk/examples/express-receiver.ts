import { NaniWebhookError, verifyWebhook } from '@nani/sdk'
import express, { type Express } from 'express'
import { handleEvent, type Store } from './handle-event.ts'

/** A receiver on Express 5. `key` is the Payload Encryption Key of the application. */
export const expressReceiver = (key: string, store: Store): Express => {
  const app = express()
  // The signature covers the bytes as they came: express.json() must not see this route first.
  app.post('/hook', express.raw({ type: 'application/json', limit: '64mb' }), async (request, response) => {
    try {
      const event = verifyWebhook(request.body as Buffer, request.headers, key)
      // Answer within 5 seconds: what takes longer belongs in a queue of yours.
      await handleEvent(event, store)
      response.status(204).end()
    } catch (error) {
      if (!(error instanceof NaniWebhookError)) throw error
      response.status(400).json({ error: error.code })
    }
  })
  return app
}
