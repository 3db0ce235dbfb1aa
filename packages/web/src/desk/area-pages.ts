import { lazyRouteComponent } from '@tanstack/react-router'

/** The pages of cases, lists, enrolment, disputes, consents and billing by their addresses, for the router of the desk. */
export const areaPages = [
  ['/cases', lazyRouteComponent(() => import('./cases/cases-page.tsx'), 'CasesPage')],
  ['/cases/$fraudCase', lazyRouteComponent(() => import('./cases/case-page.tsx'), 'CasePage')],
  ['/lists', lazyRouteComponent(() => import('./lists/lists-page.tsx'), 'ListsPage')],
  ['/lists/$listId', lazyRouteComponent(() => import('./lists/list-page.tsx'), 'ListPage')],
  ['/lists/previews/$previewId', lazyRouteComponent(() => import('./lists/preview-page.tsx'), 'PreviewPage')],
  ['/citizens', lazyRouteComponent(() => import('./enrolment/citizens-page.tsx'), 'CitizensPage')],
  ['/citizens/new', lazyRouteComponent(() => import('./enrolment/new-citizen-page.tsx'), 'NewCitizenPage')],
  ['/citizens/$svcId', lazyRouteComponent(() => import('./enrolment/citizen-page.tsx'), 'CitizenPage')],
  ['/disputes', lazyRouteComponent(() => import('./disputes/disputes-page.tsx'), 'DisputesPage')],
  ['/disputes/$disputeId', lazyRouteComponent(() => import('./disputes/dispute-page.tsx'), 'DisputePage')],
  ['/consents', lazyRouteComponent(() => import('./disputes/consents-page.tsx'), 'ConsentsPage')],
  ['/billing', lazyRouteComponent(() => import('./billing/billing-page.tsx'), 'BillingPage')],
  [
    '/billing/organizations/$organizationId',
    lazyRouteComponent(() => import('./billing/organization-money-page.tsx'), 'OrganizationMoneyPage'),
  ],
] as const
