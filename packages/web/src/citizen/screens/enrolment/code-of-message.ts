/** The credential of a message that is bound to this origin (WebOTP). */
type OtpCredential = Credential & { code: string }
type OtpOptions = CredentialRequestOptions & { otp: { transport: readonly ['sms'] } }

/** Offers the code of the message that arrives, where the browser reads messages. Returns what stops it. */
export const onCodeOfMessage = (receive: (code: string) => void): (() => void) => {
  if (!('OTPCredential' in window)) return () => {}
  const stop = new AbortController()
  const options: OtpOptions = { otp: { transport: ['sms'] }, signal: stop.signal }
  navigator.credentials
    .get(options)
    .then((credential) => credential && receive((credential as OtpCredential).code))
    // Refused, or the screen was left: the person types the code.
    .catch(() => {})
  return () => stop.abort()
}
