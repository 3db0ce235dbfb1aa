import { join } from 'node:path'
import { defineConfig } from 'vite'

const root = join(import.meta.dirname, 'src/desk')

export default defineConfig({
  root,
  oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
  build: {
    outDir: join(import.meta.dirname, 'dist/desk'),
    emptyOutDir: true,
    // Browsers of the last three years: people work here at a desk.
    target: ['chrome120', 'safari17', 'firefox121'],
    // The policy of the pages allows no script in the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // A test limits the first view to 250 kB compressed, which is about 800 kB here.
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      onLog(level, log, report) {
        // Directives for servers that render React; there is none here.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log)
      },
    },
  },
})
