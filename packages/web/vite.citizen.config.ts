import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const root = join(import.meta.dirname, 'src/citizen')

/** Writes into the worker which files it stores before the first use. Languages and fonts follow when they are used. */
const listFiles = (): Plugin => ({
  name: 'list-files-of-the-app',
  generateBundle: {
    order: 'post',
    handler: (_options, bundle) => {
      const worker = bundle['worker.js']
      if (worker?.type !== 'chunk') throw new Error('The build has no worker.js.')
      const files = Object.values(bundle)
        .filter(
          (file) => file.fileName.startsWith('assets/') && !(file.type === 'chunk' && file.isDynamicEntry),
        )
        .map(({ fileName }) => `/${fileName}`)
        .toSorted()
      const code = worker.code.replace(/\[.__FILES__.\]/, JSON.stringify(['/', ...files]))
      if (code === worker.code) throw new Error('The worker has no place for the list of files.')
      worker.code = code
    },
  },
})

export default defineConfig({
  root,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [listFiles()],
  build: {
    outDir: join(import.meta.dirname, 'dist/citizen'),
    emptyOutDir: true,
    // Phones of 2018 with the browser of that time.
    target: ['chrome80', 'safari14', 'firefox78'],
    // The policy of the pages allows no data in addresses of scripts and styles, and no script in the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: { app: join(root, 'index.html'), worker: join(root, 'worker.ts') },
      output: {
        entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js'),
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
      },
    },
  },
})
