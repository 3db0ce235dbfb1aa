import type { NewMail } from '../mail/index.ts'

type Language = 'fr' | 'en'
type Text = Omit<NewMail, 'to'>
const lines = (...parts: string[]): string => parts.join('\n\n')

/** The mails to people, in the language of the account. A name of a stranger is in none of them. */
export const mailTexts = {
  confirm: (link: string): Record<Language, Text> => ({
    en: {
      subject: 'Confirm your e-mail address',
      text: lines(
        'A Nani account was requested with this e-mail address. Confirm it within 24 hours:',
        link,
        'If you did not request an account, ignore this mail. Do not open the link: it would activate an account with the password of another person.',
      ),
    },
    fr: {
      subject: 'Confirmez votre adresse e-mail',
      text: lines(
        'Un compte Nani a été demandé avec cette adresse e-mail. Confirmez-la dans les 24 heures :',
        link,
        "Si vous n'avez pas demandé de compte, ignorez ce message. N'ouvrez pas le lien : il activerait un compte avec le mot de passe d'une autre personne.",
      ),
    },
  }),
  alreadyRegistered: (link: string): Record<Language, Text> => ({
    en: {
      subject: 'You already have an account',
      text: lines(
        'A Nani account was requested with this e-mail address, which has an account already. Nothing changed.',
        `If you forgot your password, request another one: ${link}`,
      ),
    },
    fr: {
      subject: 'Vous avez déjà un compte',
      text: lines(
        "Un compte Nani a été demandé avec cette adresse e-mail, qui a déjà un compte. Rien n'a changé.",
        `Si vous avez oublié votre mot de passe, demandez-en un autre : ${link}`,
      ),
    },
  }),
  reset: (link: string): Record<Language, Text> => ({
    en: {
      subject: 'Choose a new password',
      text: lines(
        'A new password was requested for your Nani account. Choose it within an hour:',
        link,
        'If you did not request it, ignore this mail. Your password stays.',
      ),
    },
    fr: {
      subject: 'Choisissez un nouveau mot de passe',
      text: lines(
        "Un nouveau mot de passe a été demandé pour votre compte Nani. Choisissez-le dans l'heure :",
        link,
        "Si vous ne l'avez pas demandé, ignorez ce message. Votre mot de passe reste.",
      ),
    },
  }),
  passwordChanged: (): Record<Language, Text> => ({
    en: {
      subject: 'Your password was changed',
      text: 'The password of your Nani account was changed. All sessions ended. If this was not you, request a new password at once.',
    },
    fr: {
      subject: 'Votre mot de passe a été changé',
      text: "Le mot de passe de votre compte Nani a été changé. Toutes les sessions sont terminées. Si ce n'était pas vous, demandez aussitôt un nouveau mot de passe.",
    },
  }),
  newDevice: (address: string, at: string): Record<Language, Text> => ({
    en: {
      subject: 'A new device signed in',
      text: `A browser that was not used before signed in to your Nani account on ${at}, from ${address}. If this was not you, request a new password at once.`,
    },
    fr: {
      subject: "Connexion d'un nouvel appareil",
      text: `Un navigateur inconnu jusqu'ici s'est connecté à votre compte Nani le ${at}, depuis ${address}. Si ce n'était pas vous, demandez aussitôt un nouveau mot de passe.`,
    },
  }),
  passwordAlone: (address: string, at: string): Record<Language, Text> => ({
    en: {
      subject: 'Your password was used in a new browser',
      text: `Your right password, or your linked national identity, was given on ${at}, from ${address}, in a browser that was not used before. The second factor protects your account: without it no one is signed in. If this was not you, change your password at once.`,
    },
    fr: {
      subject: 'Votre mot de passe a été saisi dans un nouveau navigateur',
      text: `Votre mot de passe exact, ou votre identité nationale liée, a été donné le ${at}, depuis ${address}, dans un navigateur inconnu jusqu'ici. Le second facteur protège votre compte : sans lui, personne n'est connecté. Si ce n'était pas vous, changez aussitôt votre mot de passe.`,
    },
  }),
  wrongFactors: (address: string, at: string): Record<Language, Text> => ({
    en: {
      subject: 'Wrong second factors after your password',
      text: `After your right password, or your linked national identity, three wrong second factors were given until ${at}, the last one from ${address}. If this was not you, change your password at once.`,
    },
    fr: {
      subject: 'Seconds facteurs faux après votre mot de passe',
      text: `Après votre mot de passe exact, ou votre identité nationale liée, trois seconds facteurs faux ont été saisis jusqu'au ${at}, le dernier depuis ${address}. Si ce n'était pas vous, changez aussitôt votre mot de passe.`,
    },
  }),
  secondFactorAdded: (): Record<Language, Text> => ({
    en: {
      subject: 'The second factor of your account changed',
      text: 'A second factor or new recovery codes were added to your Nani account. If this was not you, request a new password at once.',
    },
    fr: {
      subject: 'Le second facteur de votre compte a changé',
      text: "Un second facteur ou de nouveaux codes de secours ont été ajoutés à votre compte Nani. Si ce n'était pas vous, demandez aussitôt un nouveau mot de passe.",
    },
  }),
  secondFactorRemoved: () => ({
    en: {
      subject: 'A passkey was removed',
      text: 'A passkey was removed from your Nani account. If this was not you, request a new password at once.',
    },
    fr: {
      subject: "Une clé d'accès a été retirée",
      text: "Une clé d'accès a été retirée de votre compte Nani. Si ce n'était pas vous, demandez aussitôt un nouveau mot de passe.",
    },
  }),
  factorsRemoved: () => ({
    en: {
      subject: 'Your second factors were removed',
      text: 'The second factors and the recovery codes of your Nani account were removed, because you were said to have lost them. All sessions ended. Sign in with your password and add a new second factor. If you did not ask for this, request a new password at once, and call an Owner of your organization or the operators of Nani.',
    },
    fr: {
      subject: 'Vos seconds facteurs ont été retirés',
      text: "Les seconds facteurs et les codes de secours de votre compte Nani ont été retirés, car vous les auriez perdus. Toutes les sessions sont terminées. Connectez-vous avec votre mot de passe et ajoutez un nouveau second facteur. Si vous ne l'avez pas demandé, demandez aussitôt un nouveau mot de passe et prévenez un Propriétaire de votre organisation ou les opérateurs de Nani.",
    },
  }),
  identityLinked: () => ({
    en: {
      subject: 'A national identity was linked',
      text: 'A national identity was linked to your Nani account. It can take the place of your password. If this was not you, remove it on the page of your account, and request a new password at once.',
    },
    fr: {
      subject: 'Une identité nationale a été liée',
      text: "Une identité nationale a été liée à votre compte Nani. Elle peut remplacer votre mot de passe. Si ce n'était pas vous, retirez-la sur la page de votre compte et demandez aussitôt un nouveau mot de passe.",
    },
  }),
  identityUnlinked: () => ({
    en: {
      subject: 'The national identity was removed',
      text: 'The national identity was removed from your Nani account. If this was not you, request a new password at once.',
    },
    fr: {
      subject: "L'identité nationale a été retirée",
      text: "L'identité nationale a été retirée de votre compte Nani. Si ce n'était pas vous, demandez aussitôt un nouveau mot de passe.",
    },
  }),
} as const
