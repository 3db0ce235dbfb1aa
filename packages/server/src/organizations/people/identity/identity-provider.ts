/** What the browser brings back from the sign-in service. */
export type IdentityAnswer = { code: string; iss: string }

/** An identity, as an account keeps it: a subject that no other application receives. */
export type LinkedSubject = { applicationId: string; subject: string }

/** The sign-in service with national identities, as the console is its client. */
export type IdentityProvider = {
  /** The application with which the console signs people in. Null: none was chosen, or it may not sign people in. */
  applicationId(): Promise<string | null>
  /** Where the browser goes. Null: as above. */
  authorizationUrl(asked: {
    state: string
    nonce: string
    verifier: string
    language: 'fr' | 'en'
  }): Promise<{ applicationId: string; url: string } | null>
  /** The citizen who approved. Null: the answer does not hold. */
  subjectOf(
    answer: IdentityAnswer,
    expected: { applicationId: string; nonce: string; verifier: string; address: string },
  ): Promise<LinkedSubject | null>
}
