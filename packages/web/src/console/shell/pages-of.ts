import type { Say } from '../../staff/language.tsx'

export type Entry = { to: string; label: string; isExact?: boolean }

/** The pages of an organization, in the order of the navigation. */
export const organizationPages = (say: Say, organization: string): Entry[] => [
  { to: organization, label: say('Overview', 'Vue d’ensemble'), isExact: true },
  { to: `${organization}/applications`, label: say('Applications', 'Applications') },
  { to: `${organization}/members`, label: say('Members', 'Membres') },
  { to: `${organization}/subscriptions`, label: say('Data', 'Données') },
  { to: `${organization}/billing`, label: say('Billing', 'Facturation') },
  { to: `${organization}/disputes`, label: say('Disputes', 'Contestations') },
  { to: `${organization}/acts`, label: say('Acts', 'Actes') },
]

/** The pages of an application. */
export const applicationPages = (say: Say, application: string, isSandbox: boolean): Entry[] => [
  { to: application, label: say('Settings', 'Réglages'), isExact: true },
  { to: `${application}/keys`, label: say('Keys and certificates', 'Clés et certificats') },
  { to: `${application}/webhook`, label: say('Webhook', 'Webhook') },
  { to: `${application}/deliveries`, label: say('Deliveries', 'Livraisons') },
  { to: `${application}/logs`, label: say('Logs', 'Journaux') },
  { to: `${application}/use`, label: say('Use', 'Usage') },
  { to: `${application}/compliance`, label: say('Compliance', 'Conformité') },
  ...(isSandbox
    ? [
        { to: `${application}/try`, label: say('Try it', 'Essayer') },
        { to: `${application}/conformance`, label: say('Conformance', 'Tests de conformité') },
      ]
    : [{ to: `${application}/reviews`, label: say('Production review', 'Revue de production') }]),
]
