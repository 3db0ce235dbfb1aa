/** What a package exports: source files while the project is developed, built files once it is published. */
export type Manifest = {
  name: string
  exports: Record<string, unknown>
  /** Fields that only the published manifest has. */
  publishConfig?: Record<string, unknown>
  [field: string]: unknown
}

const sourceFile = /^\.\/src\/(.+)\.ts$/

/**
 * The manifest as published. The project runs its TypeScript directly, and Node does not do that in `node_modules`.
 * Therefore each export of a source file becomes the built file and its types. A command that the project runs in
 * another way is in `publishConfig.bin`.
 */
export const publishedManifest = (manifest: Manifest): Manifest => ({
  ...manifest,
  ...manifest.publishConfig,
  publishConfig: undefined,
  scripts: undefined,
  devDependencies: undefined,
  exports: Object.fromEntries(
    Object.entries(manifest.exports).map(([entry, target]) => {
      const name = typeof target === 'string' ? sourceFile.exec(target)?.[1] : undefined
      return [entry, name ? { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` } : target]
    }),
  ),
})
