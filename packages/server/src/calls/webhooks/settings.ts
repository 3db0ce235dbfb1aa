import { type ValuesOf, yesOrNoSetting } from '@nani/foundation/core/index.ts'
import { isTrialIn } from '@nani/foundation/platform/index.ts'

export const webhooksSettings = {
  /** Whether events of the sandbox may be sent to this machine, also by HTTP. */
  sandboxWebhooksAllowLoopback: yesOrNoSetting({
    variable: 'NANI_SANDBOX_WEBHOOKS_ALLOW_LOOPBACK',
    purpose:
      'Whether sandbox webhooks may call addresses of this machine. Use the same value in every process, because each of them delivers',
    byDefault: '`true` in a [trial](#a-trial-or-real-data), else `false`',
    initial: isTrialIn,
  }),
}

export type WebhooksSettings = ValuesOf<typeof webhooksSettings>
