import { expect, test } from 'vitest'
import { endpointOf, placeOf, readDatabaseAddress } from './database-address.ts'

const read = (url: string) => readDatabaseAddress(url, 'DATABASE_URL')
const login = 'postgres://nani:s%40cret@'

test.each([
  [`${login}db.example/nani`, [`${login}db.example/nani`], false],
  [`${login}one:5432,two:6432/nani`, [`${login}one:5432/nani`, `${login}two:6432/nani`], true],
  [`${login}[::1]:5433,db/nani`, [`${login}[::1]:5433/nani`, `${login}db/nani`], true],
  [`${login}/nani?host=one,two&port=6432`, [`${login}one:6432/nani`, `${login}two:6432/nani`], true],
  [`${login}db/nani?target_session_attrs=read-write`, [`${login}db/nani`], true],
  [
    `${login}one,two/nani?sslmode=require&sslrootcert=%2Fca.pem`,
    ['one', 'two'].map((host) => `${login}${host}/nani?sslmode=verify-full&sslrootcert=%2Fca.pem`),
    true,
  ],
  [`${login}localhost:5432/nani?host=%2Fvar%2Frun`, [`${login}localhost:5432/nani?host=%2Fvar%2Frun`], false],
])('%s names its servers in their order', (url, servers, needsPrimary) => {
  expect(read(url)).toEqual({ servers, needsPrimary })
})

test.each([
  ['mysql://nani:s3cret@db/nani', 'the form postgres://'],
  ['nonsense s3cret', 'the form postgres://'],
  ['postgres://nani:s3cret@db:port/nani', 'a wrong host'],
  ['postgres://nani:s3cret@db:99999/nani', 'not a URL'],
  ['postgres://nani:s3cret/x@db/nani', 'a wrong host'],
  ['postgres://nani:s3cret@one,two/nani?target_session_attrs=standby', 'use read-write'],
  ['postgres://nani:s3cret@db/nani?ssl_mode=verify-full', 'parameter ssl_mode. For TLS use sslmode'],
  ['postgres://nani:s3cret@db/nani?sslmode=verify-full&sslcrl=/crl.pem', 'parameter sslcrl'],
  ['postgres://nani:s3cret@db/nani?host=one,two,three&port=1,2', 'number of ports'],
])('%s is refused without its password', (url, why) => {
  const refused = expect.objectContaining({
    code: 'setting_invalid',
    message: expect.stringMatching(new RegExp(`^DATABASE_URL (?!.*s3cret).*${why}`)),
  })
  expect(() => read(url)).toThrow(refused)
})

test('a message names the places without login and parameters', () => {
  expect(placeOf(`${login}one:5433,two/nani?sslmode=require`)).toBe('one:5433,two:5432/nani')
  expect(endpointOf('postgres://nani@[::1]:5433/nani')).toEqual({ host: '::1', port: 5433 })
  expect(endpointOf('postgres://nani@localhost/nani?host=/run')).toEqual({ host: '/run', port: 5432 })
})
