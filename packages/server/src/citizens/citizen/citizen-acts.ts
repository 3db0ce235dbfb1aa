import type { ShownInstallation } from '@nani/contract'
import { type BoundAct, bind } from '../../gateway/acts/index.ts'
import type { Installation } from '../../organizations/organizations/index.ts'
import { approvalActs, type SignIn } from '../../services/sign-in/index.ts'
import { type AccessDependencies, accessActs } from '../accesses/index.ts'
import { type CitizenDevices, deviceActs } from '../citizen-devices/index.ts'
import { type ConsentDependencies, consentActs } from '../consents/index.ts'
import { type PushOffer, subscriptionActs } from '../notifier/index.ts'
import { describeApi } from './describe-api.ts'
import { listHistory } from './history.ts'

export type CitizenActNeeds = {
  citizenDevices: CitizenDevices
  signIn: Pick<SignIn, 'approvals' | 'listAnswers'>
  accesses: AccessDependencies
  consents: ConsentDependencies
  push: PushOffer
  installation: Installation
  origin(): string
}

/** Every act and reading of citizens, with the context of its module. */
export const bindCitizenActs = (needs: CitizenActNeeds): readonly BoundAct[] => {
  const { citizenDevices, signIn, accesses, consents, push } = needs
  const app = () => ({ origin: needs.origin() })
  const devices = { ...citizenDevices.dependencies, app }
  const installation = shownInstallation(needs.installation)
  const acts = [
    ...bind(deviceActs, devices),
    ...bind(approvalActs, { ...signIn.approvals, installation, app }),
    ...bind(accessActs, accesses),
    ...bind(consentActs, { ...consents, devices: citizenDevices, app }),
    ...bind([listHistory], { ...consents, signIn }),
    // Without an offer, the paths do not exist and the app shows no switch.
    ...(push === null ? [] : bind(subscriptionActs, { ...devices, offer: push })),
  ]
  const { pool, clock } = citizenDevices.dependencies
  const declarations = [...acts.map(({ declaration }) => declaration), describeApi.declaration]
  return [...acts, ...bind([describeApi], { pool, clock, declarations })]
}

/** How the app names the installation. `logo` is a file below /installation-logo. */
const shownInstallation = ({ name, logo, helpUrl, privacyUrl }: Installation): ShownInstallation => ({
  ...{ name, logo: logo?.file ?? null, help_url: helpUrl, privacy_url: privacyUrl },
})
