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
import { AcceptInvitation } from './entrance/accept-invitation.tsx'
import { ConfirmationPage } from './entrance/confirmation-page.tsx'
import { IdentityPage } from './entrance/identity-page.tsx'
import { NewPasswordPage, PasswordResetPage } from './entrance/password-pages.tsx'
import { RegistrationPage } from './entrance/registration-page.tsx'
import { SignInPage } from './entrance/sign-in-page.tsx'
import { OrganizationsPage } from './organization/organizations-page.tsx'
import { MyAccount } from './shell/my-account.tsx'
import { Shell } from './shell/shell.tsx'

const root = createRootRoute({ component: Outlet })
const entrance = (path: string, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, component })
const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell })
const page = (path: string, component: RouteComponent) =>
  createRoute({ getParentRoute: () => shell, path, component })

const o = '/organizations/$organizationId'
const a = `${o}/applications/$applicationId`

const tree = root.addChildren([
  entrance('/sign-in', SignInPage),
  entrance('/registrations', RegistrationPage),
  entrance('/registrations/confirm', ConfirmationPage),
  entrance('/identity', IdentityPage),
  entrance('/password-resets', PasswordResetPage),
  entrance('/password-resets/confirm', NewPasswordPage),
  shell.addChildren([
    page('/', OrganizationsPage),
    page('/account', MyAccount),
    page('/invitations/accept', AcceptInvitation),
    page(
      '/organizations/new',
      lazyRouteComponent(() => import('./organization/new-organization.tsx'), 'NewOrganization'),
    ),
    page(
      o,
      lazyRouteComponent(() => import('./organization/overview.tsx'), 'OrganizationOverview'),
    ),
    page(
      `${o}/members`,
      lazyRouteComponent(() => import('./organization/members-page.tsx'), 'MembersPage'),
    ),
    page(
      `${o}/subscriptions`,
      lazyRouteComponent(() => import('./organization/subscriptions-page.tsx'), 'SubscriptionsPage'),
    ),
    page(
      `${o}/acts`,
      lazyRouteComponent(() => import('./organization/acts-page.tsx'), 'ActsPage'),
    ),
    page(
      `${o}/disputes`,
      lazyRouteComponent(() => import('./compliance/disputes-page.tsx'), 'DisputesPage'),
    ),
    page(
      `${o}/billing`,
      lazyRouteComponent(() => import('./billing/billing-page.tsx'), 'BillingPage'),
    ),
    page(
      `${o}/billing/invoices/$invoiceId`,
      lazyRouteComponent(() => import('./billing/invoice-page.tsx'), 'InvoicePage'),
    ),
    page(
      `${o}/applications`,
      lazyRouteComponent(() => import('./application/applications-page.tsx'), 'ApplicationsPage'),
    ),
    page(
      `${o}/applications/new`,
      lazyRouteComponent(() => import('./application/new-application.tsx'), 'NewApplication'),
    ),
    page(
      a,
      lazyRouteComponent(() => import('./application/settings-page.tsx'), 'SettingsPage'),
    ),
    page(
      `${a}/keys`,
      lazyRouteComponent(() => import('./application/keys-page.tsx'), 'KeysPage'),
    ),
    page(
      `${a}/webhook`,
      lazyRouteComponent(() => import('./webhook/webhook-page.tsx'), 'WebhookPage'),
    ),
    page(
      `${a}/deliveries`,
      lazyRouteComponent(() => import('./webhook/deliveries-page.tsx'), 'DeliveriesPage'),
    ),
    page(
      `${a}/logs`,
      lazyRouteComponent(() => import('./logs/logs-page.tsx'), 'LogsPage'),
    ),
    page(
      `${a}/logs/$requestId`,
      lazyRouteComponent(() => import('./logs/request-page.tsx'), 'RequestPage'),
    ),
    page(
      `${a}/use`,
      lazyRouteComponent(() => import('./logs/use-page.tsx'), 'UsePage'),
    ),
    page(
      `${a}/compliance`,
      lazyRouteComponent(() => import('./compliance/compliance-page.tsx'), 'CompliancePage'),
    ),
    page(
      `${a}/reviews`,
      lazyRouteComponent(() => import('./review/reviews-page.tsx'), 'ReviewsPage'),
    ),
    page(
      `${a}/reviews/$reviewId`,
      lazyRouteComponent(() => import('./review/review-page.tsx'), 'ReviewPage'),
    ),
    page(
      `${a}/conformance`,
      lazyRouteComponent(() => import('./review/conformance-page.tsx'), 'ConformancePage'),
    ),
    page(
      `${a}/try`,
      lazyRouteComponent(() => import('./try-it/try-page.tsx'), 'TryPage'),
    ),
  ]),
])

/** The pages by their addresses. Pages behind the first view are loaded when they are opened. */
export const createConsoleRouter = () =>
  createRouter({
    routeTree: tree,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: FaultPage,
  })
