import type { Say } from '../../staff/language.tsx'
import type { Operation } from '../permissions.ts'

/** `needs`: the page shows only what this operation reads. */
export type Entry = { to: string; label: string; isExact?: boolean; needs?: Operation }

/** The pages of an organization, in the order of the navigation. */
export const organizationPages = (say: Say, organization: string): Entry[] => [
  { to: organization, label: say('Overview', 'Vue d’ensemble'), isExact: true },
  { to: `${organization}/applications`, label: say('Applications', 'Applications') },
  { to: `${organization}/members`, label: say('Members', 'Membres') },
  { to: `${organization}/subscriptions`, label: say('Data', 'Données') },
  { to: `${organization}/billing`, label: say('Billing', 'Facturation'), needs: 'GET O/wallet' },
  { to: `${organization}/disputes`, label: say('Disputes', 'Contestations'), needs: 'GET O/disputes' },
  { to: `${organization}/acts`, label: say('Acts', 'Actes'), needs: 'GET O/acts' },
]

/** The pages of an application. */
export const applicationPages = (say: Say, application: string, isSandbox: boolean): Entry[] => [
  { to: application, label: say('Settings', 'Réglages'), isExact: true },
  { to: `${application}/keys`, label: say('Keys and certificates', 'Clés et certificats') },
  { to: `${application}/webhook`, label: say('Webhook', 'Webhook') },
  { to: `${application}/deliveries`, label: say('Deliveries', 'Livraisons'), needs: 'GET A/deliveries' },
  { to: `${application}/logs`, label: say('Logs', 'Journaux'), needs: 'GET A/requests' },
  { to: `${application}/use`, label: say('Use', 'Usage') },
  { to: `${application}/compliance`, label: say('Compliance', 'Conformité'), needs: 'GET A/alerts' },
  ...(isSandbox
    ? [
        { to: `${application}/try`, label: say('Try it', 'Essayer') },
        { to: `${application}/conformance`, label: say('Conformance', 'Tests de conformité') },
      ]
    : [
        {
          to: `${application}/reviews`,
          label: say('Production review', 'Revue de production'),
          needs: 'GET A/reviews' as const,
        },
      ]),
]
