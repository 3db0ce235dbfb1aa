import type { NewMail } from '../../mail/index.ts'

type Text = Omit<NewMail, 'to'>

/** A name that a stranger chose cannot begin a line, or look like an address of the web. */
const quoted = (name: string): string => `“${name.replace(/[\p{C}“”]+/gu, ' ').replace(/:\/\//g, ' ')}”`

export const invitationText = (organization: string, link: string): Record<'fr' | 'en', Text> => ({
  en: {
    subject: 'Invitation to an organization on Nani',
    text: [
      `You are invited to the organization ${quoted(organization)} in the console of Nani.`,
      `Accept within seven days, with an account of this e-mail address: ${link}`,
      'If you do not know the organization, ignore this mail.',
    ].join('\n\n'),
  },
  fr: {
    subject: 'Invitation à une organisation sur Nani',
    text: [
      `Vous êtes invité à rejoindre l'organisation ${quoted(organization)} dans la console Nani.`,
      `Acceptez dans les sept jours, avec un compte de cette adresse e-mail : ${link}`,
      "Si vous ne connaissez pas l'organisation, ignorez ce message.",
    ].join('\n\n'),
  },
})
