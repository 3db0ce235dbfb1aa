/** An enrolment lives this long. A code of a message lives shorter, and messages are counted within the life of a code. */
export const enrolmentMinutes = 30
export const codeMinutes = 10
export const maxCodesSent = 3

/** Wrong codes of one enrolment, and of one message in all enrolments. */
export const maxCodeAttempts = 5
export const maxWrongOfMessage = 50

/** Wrong codes for a citizen within an hour at which the citizen and the operators are informed. */
export const reportedWrongCodes = 20

/** Phones get a message within this time, as a rule. The app offers no further one before. */
export const resendSeconds = 60

/** A message that would leave later is not written: its code would hardly live when it arrives. */
export const leavesWithinSeconds = 300
