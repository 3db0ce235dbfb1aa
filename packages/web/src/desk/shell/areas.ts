import type { Say } from '../../staff/language.tsx'

/** A place of the navigation. `needs`: the operation that its page reads. */
type Area = { to: string; label: string; needs?: string; isExact?: boolean }

export const areasOf = (say: Say): Area[] => [
  { to: '/', label: say('Queue', 'File d’attente'), isExact: true },
  { to: '/proposals', label: say('Second person', 'Seconde personne') },
  { to: '/search', label: say('Search', 'Recherche') },
  { to: '/organizations', label: say('Organizations', 'Organisations'), needs: 'GET /organizations' },
  { to: '/reviews', label: say('Reviews', 'Examens'), needs: 'GET /reviews' },
  { to: '/cases', label: say('Cases', 'Dossiers de fraude'), needs: 'GET /cases' },
  { to: '/lists', label: say('Lists', 'Listes'), needs: 'GET /lists' },
  { to: '/citizens', label: say('Enrolment', 'Enrôlement'), needs: 'GET /citizens/{svc_id}' },
  { to: '/disputes', label: say('Disputes', 'Contestations'), needs: 'GET /disputes' },
  { to: '/consents', label: say('Consents', 'Consentements'), needs: 'POST /consents/{id}/revoke' },
  { to: '/billing', label: say('Billing', 'Facturation'), needs: 'GET /billing/organizations' },
  { to: '/audit', label: say('Audit', 'Audit'), needs: 'GET /audit' },
  { to: '/operators', label: say('Operators', 'Opérateurs') },
]
