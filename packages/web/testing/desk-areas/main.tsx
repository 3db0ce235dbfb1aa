import '../../src/console/styles.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouteComponent,
  RouterProvider,
} from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { areaPages } from '../../src/desk/area-pages.ts'
import { SessionProvider } from '../../src/desk/shell/session.ts'
import { LanguageProvider } from '../../src/staff/language.tsx'
import { createQueries, useRead } from '../../src/staff/reading.ts'
import { theme } from '../../src/staff/theme.ts'

/* The areas of the desk without its frame, for scenes. */
const Signed = () => {
  const { data } = useRead<never>('/me')
  return data ? (
    <SessionProvider value={data}>
      <Outlet />
    </SessionProvider>
  ) : null
}
const root = createRootRoute({ component: Signed })
const routeTree = root.addChildren(
  areaPages.map(([path, component]) =>
    createRoute({ getParentRoute: () => root, path, component: component as RouteComponent }),
  ),
)
const router = createRouter({ routeTree })
createRoot(document.getElementById('app') as HTMLElement).render(
  <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
    <LanguageProvider>
      <QueryClientProvider client={createQueries()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </LanguageProvider>
  </MantineProvider>,
)
