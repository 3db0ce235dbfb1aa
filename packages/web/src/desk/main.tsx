import '../staff/styles.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { LanguageProvider } from '../staff/language.tsx'
import { createQueries } from '../staff/reading.ts'
import { theme } from '../staff/theme.ts'
import { createDeskRouter } from './router.tsx'

const router = createDeskRouter()

// Variables and classes come from the style files: the policy of the page permits no style element.
createRoot(document.getElementById('app') as HTMLElement).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <LanguageProvider>
        <QueryClientProvider client={createQueries()}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </LanguageProvider>
    </MantineProvider>
  </StrictMode>,
)
