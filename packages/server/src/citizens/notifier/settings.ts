import { invalidSetting, parsedSetting, type ValuesOf } from '@nani/foundation/core/index.ts'

const kinds = ['push', 'poll', 'log'] as const
export type NotifierKind = (typeof kinds)[number]

const isContact = (text: string): boolean =>
  /^mailto:[^\s@]+@[^\s@]+$/.test(text) || (URL.canParse(text) && new URL(text).protocol === 'https:')

/** Of a trial: no push service needs to reach its operator. */
const trialContact = 'mailto:operator@localhost'

export const notifierSettings = {
  notifier: parsedSetting(
    {
      variable: 'NANI_NOTIFIER',
      purpose:
        'How citizens learn that something waits: `push`, `poll` or `log`. `poll`: only the open app shows it. `log`: for a trial ([notifications](citizen-app.md#notifications)). Use the same value in every process',
      byDefault: '`push`',
    },
    (text): NotifierKind => {
      const found = kinds.find((kind) => kind === (text ?? 'push'))
      if (!found) throw invalidSetting(`NANI_NOTIFIER must be push, poll or log, not "${text}".`)
      return found
    },
  ),
  /** Push services write to it. Some refuse messages without one. */
  pushContact: parsedSetting(
    {
      variable: 'NANI_PUSH_CONTACT',
      purpose:
        'The contact that push services see: `mailto:` or https. Apple refuses messages without a real one',
      byDefault: 'the address of the app if it is https',
    },
    (text, environment) => {
      if (text !== null && !isContact(text))
        throw invalidSetting(`NANI_PUSH_CONTACT must begin with mailto: or https:, not "${text}".`)
      const ofApp = environment.NANI_CITIZEN_URL ?? ''
      return text ?? (isContact(ofApp) ? ofApp : trialContact)
    },
  ),
}

export type NotifierSettings = ValuesOf<typeof notifierSettings>
