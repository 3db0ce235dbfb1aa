/** Loaded before the product: errors with personal data in them that nothing catches, when a test asks for them. */
const personal = 'COD-1234-5678-9012 Mbuyi Tshilombo'

process.on('SIGUSR2', () => {
  throw new TypeError(`${personal} is not iterable`)
})
process.on('SIGHUP', () => {
  void Promise.reject(new Error(`no such citizen: ${personal}`))
})
