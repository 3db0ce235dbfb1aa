/** The library is loaded on first use: most commands of an operator issue no certificate. */
export const loadX509 = () => import('./x509.ts')
