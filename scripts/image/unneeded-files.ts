const isLicence = (name: string): boolean => /^(?:licen[cs]e|notice|copying|third.?party)/i.test(name)

/** Types, source maps and pages of packages. */
const isOnlyForDevelopers = (name: string): boolean =>
  /\.(?:d\.[cm]?ts|map|tsbuildinfo|md|markdown)$/i.test(name) && !isLicence(name)

/**
 * The files in a folder of a package that the image does not need. Licences stay. Without a file of its licence, the README of
 * a package stays: that of libvips lists the libraries in it, which its licence asks for.
 */
export const unneededFiles = (names: readonly string[]): string[] => {
  const isLicenceInReadme = names.includes('package.json') && !names.some(isLicence)
  return names.filter((name) => isOnlyForDevelopers(name) && !(isLicenceInReadme && /^readme\b/i.test(name)))
}
