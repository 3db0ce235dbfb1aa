import { defineModule } from '@nani/foundation/platform/index.ts'
import { noPlaces, type Places, usable } from '../../gateway/acts/index.ts'
import { type Handle, readHandle, readToken } from './handles.ts'
import { readParameters } from './parameters.ts'
import type { SignIn } from './sign-in.ts'
import { clientIdOf } from './tokens/client-id.ts'

type CellOfSignIn = { signIn: SignIn }
type PlacesOfSignIn = Pick<Places<CellOfSignIn>, 'findApplication' | 'findKey'>

/**
 * The sign-in of all databases, for the surface. A client, a page and a token name their application, whose database is known without a
 * query. While it cannot be used, all of them get `overloaded`.
 */
export const signInOfAll = (home: SignIn, places: PlacesOfSignIn): SignIn => {
  const at = (applicationId: string | undefined): SignIn =>
    (applicationId === undefined ? null : usable(places.findApplication(applicationId))?.signIn) ?? home
  const ofHandle = (handle: Handle | null) => at(handle?.applicationId)
  const ofRow = ({ application_id }: { application_id: string }) => at(application_id)
  const ofClient = (clientId: string | null) =>
    (clientId === null ? null : usable(places.findKey(clientId))?.signIn) ?? home
  return {
    ...home,
    authorize: async (query, ...rest) =>
      ofClient(readParameters(query).get('client_id')).authorize(query, ...rest),
    visit: async (address, ...rest) => ofHandle(readHandle(address)).visit(address, ...rest),
    identify: async (request, ...rest) => ofRow(request).identify(request, ...rest),
    answer: async (handle, answer) => ofHandle(handle).answer(handle, answer),
    correct: async (request) => ofRow(request).correct(request),
    cancel: async (request) => ofRow(request).cancel(request),
    giveUp: async (request) => ofRow(request).giveUp(request),
    exchangeCode: async (request, ...rest) => ofClient(clientIn(request)).exchangeCode(request, ...rest),
    userinfo: async (token, ...rest) => at(readToken(token)?.applicationId).userinfo(token, ...rest),
    testClockOf: async (token) => at(readToken(token)?.applicationId).testClockOf(token),
    readCurrent: async (handle) => ofHandle(handle).readCurrent(handle),
    shownApplication: async (applicationId) => at(applicationId).shownApplication(applicationId),
    findLogo: async (params, environment) =>
      at((params as { application?: string }).application).findLogo(params, environment),
  }
}

/** The client of a token request. Its form may be refused, which home does. */
const clientIn = ({ form, authorization }: Parameters<SignIn['exchangeCode']>[0]): string | null => {
  try {
    return clientIdOf(readParameters(form), authorization)
  } catch {
    return null
  }
}

/** The sign-in of the process. */
export const signInOfAllModule = defineModule({
  name: 'sign-in of all databases',
  open: ({ homeSignIn, places = noPlaces }: { homeSignIn: SignIn; places?: PlacesOfSignIn }) => ({
    provides: { signIn: signInOfAll(homeSignIn, places) },
  }),
})
