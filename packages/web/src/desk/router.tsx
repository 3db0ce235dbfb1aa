import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
} from '@tanstack/react-router'
import { parseSearch, stringifySearch } from '../staff/address.ts'
import { FaultPage } from '../staff/shell/fault-page.tsx'
import { NotFoundPage } from '../staff/shell/not-found-page.tsx'
import { areaPages } from './area-pages.ts'
import { EnrolmentPage } from './entrance/enrolment-page.tsx'
import { SignInPage } from './entrance/sign-in-page.tsx'
import { QueuePage } from './queue/queue-page.tsx'
import { MyAccount } from './shell/my-account.tsx'
import { Shell } from './shell/shell.tsx'

const ownPages: readonly (readonly [path: string, component: RouteComponent])[] = [
  ['/', QueuePage],
  ['/account', MyAccount],
  ['/search', lazyRouteComponent(() => import('./queue/search-page.tsx'), 'SearchPage')],
  ['/proposals', lazyRouteComponent(() => import('./proposals/proposals-page.tsx'), 'ProposalsPage')],
  ['/operators', lazyRouteComponent(() => import('./operators/operators-page.tsx'), 'OperatorsPage')],
  [
    '/organizations',
    lazyRouteComponent(() => import('./organizations/organizations-page.tsx'), 'OrganizationsPage'),
  ],
  [
    '/organizations/$organizationId',
    lazyRouteComponent(() => import('./organizations/organization-page.tsx'), 'OrganizationPage'),
  ],
  ['/reviews', lazyRouteComponent(() => import('./reviews/reviews-page.tsx'), 'ReviewsPage')],
  ['/reviews/$reviewId', lazyRouteComponent(() => import('./reviews/review-page.tsx'), 'ReviewPage')],
  ['/audit', lazyRouteComponent(() => import('./audit/audit-page.tsx'), 'AuditPage')],
]

const root = createRootRoute({ component: Outlet })
const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell })
const pages = [...ownPages, ...areaPages].map(([path, component]) =>
  createRoute({ getParentRoute: () => shell, path, component }),
)

const tree = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/sign-in', component: SignInPage }),
  createRoute({ getParentRoute: () => root, path: '/enrolment', component: EnrolmentPage }),
  shell.addChildren(pages),
])

/** The pages by their addresses. Pages behind the first view are loaded when they are opened. */
export const createDeskRouter = () =>
  createRouter({
    routeTree: tree,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: FaultPage,
  })
