import { type Clock, createChannel, throttledErrorLog } from '@nani/foundation/core/index.ts'
import { openConnections, publicOrLoopback, systemLookup } from '@nani/foundation/outbound/index.ts'
import { defineModule, isLoopback, type Platform } from '@nani/foundation/platform/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import { createHttpGateway } from './http-gateway.ts'
import type { NewSms, SmsTurn } from './message.ts'
import { type Destination, forgetSms, listShownSms, type ShownSms, writeSms } from './message-rows.ts'
import { startSending } from './send-waiting.ts'
import { smsSettings } from './settings.ts'
import { forecastTurn, type SmsForecast, turnBounds } from './turns.ts'

/** How many codes left within an hour, if it is half of the bound or more. */
export type SmsUse = { used: number; bound: number }

/** Short messages to citizens. */
export type Sms = {
  /** Writes a message in a transaction. After its commit, call `wake`. */
  write(client: Database, sms: NewSms): Promise<void>
  wake(): void
  /** When a further code would leave. */
  forecast(client: Database, turn: SmsTurn): Promise<SmsForecast>
  /** The messages of the demo; null where no page shows them. */
  shown: (() => Promise<ShownSms[]>) | null
}

type Needs = Pick<Platform, 'pool' | 'newId' | 'vaultFor' | 'log' | 'host'> & {
  clock: Clock
  /** Which demo applications the start creates. */
  demo: 'none' | 'sandbox' | 'production'
  /** Whether the installation is still a demo: another start may have ended it. */
  isDemo(): Promise<boolean>
}

export const smsModule = defineModule({
  name: 'sms',
  settings: smsSettings,
  open(
    { pool, clock, newId, vaultFor, log, host, demo, isDemo }: Needs,
    { smsUrl, smsSecret, smsCodesPerHour },
  ) {
    const vault = vaultFor('sms')
    // A page that shows the codes of citizens must not be reached by others.
    const showsCitizens = demo === 'production' && isLoopback(host) && smsUrl === null
    const destinationOf = ({ environment }: NewSms): Destination => {
      if (environment === 'sandbox') return demo === 'none' ? 'void' : 'shown'
      if (smsUrl !== null) return 'waiting'
      return showsCitizens ? 'shown' : 'void'
    }
    if (smsUrl === null && !showsCitizens)
      log('sms: no provider. Citizens cannot enrol a device. Set NANI_SMS_URL and NANI_SMS_SECRET.', 'warn')
    const connections = openConnections({ policy: publicOrLoopback, lookup: systemLookup(), clock })
    /** Another module raises the alarm. */
    const smsHalfUsed = createChannel<SmsUse>()
    let sending: ReturnType<typeof startSending> | null = null
    const sms: Sms = {
      write: (client, message) => writeSms(client, message, { newId, vault, destinationOf }),
      wake: () => sending?.wake(),
      forecast: (client, turn) => forecastTurn(client, turn, turnBounds(smsCodesPerHour)),
      shown:
        demo === 'none'
          ? null
          : async () => ((await isDemo()) ? listShownSms(pool, vault, { ofProduction: showsCitizens }) : []),
    }
    return {
      provides: { sms, smsHalfUsed },
      work() {
        if (smsUrl === null || smsSecret === null) return
        const gateway = createHttpGateway(connections, { url: smsUrl, secret: smsSecret })
        const onError = throttledErrorLog('sms', { clock, log })
        const onHalfUsed = smsHalfUsed.send
        sending = startSending({
          pool,
          vault,
          gateway,
          maxCodesPerHour: smsCodesPerHour,
          onHalfUsed,
          onError,
        })
      },
      async stop() {
        await sending?.stop()
        await connections.close()
      },
      retention: [forgetSms],
    }
  },
})
