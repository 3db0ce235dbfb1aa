import { wholeNumber } from '@nani/cli'
import { environments } from '@nani/contract'
import type { ApprovalNeeds } from '@nani/server/organizations/reviews/index.ts'
import { Option } from 'commander'
import { area, type OpenCall } from '../command-line/command-area.ts'
import { oneOf, overlap } from '../command-line/flags.ts'
import type { Installation } from '../installation/installation.ts'

const load = async () => ({
  ...(await import('@nani/server/organizations/organizations/index.ts')),
  ...(await import('@nani/server/organizations/reviews/index.ts')),
  ...(await import('./applications.ts')),
  ...(await import('./application-text.ts')),
})
type Applications = Awaited<ReturnType<typeof load>>

/** A URL may contain a comma. */
const eachUrl = (text: string, before: string[] = []): string[] => [...before, ...(text === '' ? [] : [text])]

/** Why the application is approved or not any more. It is a member of the approval, and of no other change. */
const reason = new Option('--reason <text>', 'why it is approved or withdrawn; a demo needs none')
const reasonOf = ({ reason }: OpenCall['given']) => (reason === undefined ? {} : { reason: String(reason) })

const environment = { text: 'sandbox or production', parse: oneOf(environments) }

/** `nani applications …`. */
export const applications = area<Applications, ApprovalNeeds & Installation>({
  name: 'applications',
  about: 'applications, their rights and their credentials',
  load,
  placed: true,
  // An approval is a review, and its event waits for the dispatcher.
  needs: ({ installation, module }) => ({
    ...installation,
    dossierVault: installation.vaultFor('dossiers'),
    requestsVault: installation.vaultFor('requests'),
    isDemo: () => module.isDemo(installation.home ?? installation),
  }),
  list: (data) => data,
  options: {
    application_id: '',
    name: 'the name of the application, as people see it',
    services: 'such as kyc_validation',
    scopes: 'such as kyc.addresses,kyc.parents; kyc.basic needs none',
    purposes: 'such as customer_onboarding',
    allow_ip: { text: 'addresses that may send calls; "" allows every address', value: 'cidr...' },
    burst: 'calls a second (default: 50)',
    quota: {
      text: 'calls a day or month, or service=none (default: 10000/month in the sandbox, none in production)',
      value: 'service=calls/period...',
    },
    batch_quota: {
      text: 'batch items a day, or none',
      // Commander takes null for a flag without a value.
      parse: (text: string) => (text === 'none' ? text : wholeNumber(text)),
      read: (given: number | 'none' | undefined) => (given === 'none' ? null : given),
    },
    redirect_uri: {
      text: 'where sign-in may return to, byte for byte; replaces the list; "": none',
      ...{ value: 'url...', parse: eachUrl },
    },
    approved: { text: 'pass the production review for these services', no: 'withdraw the approval' },
    omit_liveness: {
      text: 'allow liveness none in production: controlled captures, justified in the review',
      no: 'always check liveness',
    },
  },
  commands: {
    create: {
      act: 'createApplication',
      about: 'create an application and print its credentials once',
      options: {
        name: { text: 'the name of the application, as people see it', required: true },
        environment: { ...environment, required: true },
        organization: 'its organization (default: the organization of earlier releases)',
      },
      flags: [reason],
      perform: async (call) => {
        const { module, input, given, perform } = call
        const issued =
          input.approved && input.environment === 'production'
            ? await perform(module.createApprovedApplication, {
                settings: input,
                ...reasonOf(given),
              } as never)
            : await perform(module.createApplication, input as never)
        return module.withAddress(issued, call)
      },
      text: 'credentialsText',
    },
    'update <application>': {
      act: 'updateApplication',
      about: 'change the given settings and keep the others; effective within a minute',
      options: { environment: { ...environment, text: 'must be the current value; it cannot change' } },
      flags: [reason],
      perform: async ({ module, input, given, perform }) => {
        const change = { settings: {}, ...input } as {
          application_id: string
          settings: { approved?: boolean }
        }
        const { environment } = await perform(module.showApplication, {
          application_id: change.application_id,
        })
        return change.settings.approved === undefined || environment === 'sandbox'
          ? perform(module.updateApplication, change as never)
          : perform(module.updateApproval, { ...change, ...reasonOf(given) } as never)
      },
      text: 'applicationText',
    },
    list: {
      act: 'listApplications',
      columns: 'application_id name environment services api_key',
      perform: 'listInAllDatabases',
    },
    'show <application>': {
      act: 'showApplication',
      about: 'configuration, and calls used per service and period',
      text: 'applicationText',
    },
    'rotate-keys <application>': {
      act: 'rotateKeys',
      about: 'issue a new key set, print it once, and revoke the old one',
      options: {
        overlap_seconds: overlap,
      },
      perform: async (call) =>
        call.module.withAddress(await call.perform(call.module.rotateKeys, call.input as never), call),
      text: 'credentialsText',
    },
    'console-sign-in': {
      act: 'chooseConsoleSignIn',
      inHome: true,
      about: 'choose the application with which the console signs people in',
      options: { application_id: 'its id (default: none, so that people sign in with a password only)' },
    },
    'logo <application>': {
      act: 'setLogo',
      about: 'set the logo that citizens see when they sign in',
      options: { file: null },
      flags: [
        new Option('--file <file>', 'a PNG or JPEG; it is drawn again with 64 by 64 pixels'),
        new Option('--remove', 'show the initials of the name again'),
      ],
      perform: 'logo',
    },
    'issue-certificate <application>': {
      act: 'issueCertificate',
      about: 'issue a client certificate for mutual TLS and register it',
      options: { csr: null },
      flags: [
        new Option('--out <dir>', 'where certificate.pem, private-key.pem and ca.pem are written'),
        new Option('--csr <file>', 'certify the key of this signing request instead of creating one'),
      ],
      perform: 'issue',
    },
    'revoke-certificate <application> <thumbprint>': {
      act: 'revokeCertificate',
      json: (_, { input }) => ({ ...input, revoked: true }),
    },
  },
})
