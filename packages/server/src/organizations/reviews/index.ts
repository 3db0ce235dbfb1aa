import { type ApprovalNeeds, createApprovedApplication, updateApproval } from './approve-by-command.ts'
import { decideReview, showReview } from './decide-review.ts'
import { listReviewsForDesk, readReviewDifference, readReviewForDesk } from './desk-readings.ts'
import {
  claimReview,
  decideProposedReview,
  proposeReview,
  requestReviewChanges,
  writeReviewMessage,
} from './desk-reviews.ts'
import { endReviewsInCell, endReviewsOfClosed } from './end-open-review.ts'
import { listReviews } from './list-reviews.ts'
import { beginReview, changeReview, listOwnReviews, readOwnReview } from './own-reviews.ts'
import { readReviewFile } from './review-file.ts'
import { addReviewFile, submitReview, withdrawReview, writeOwnMessage } from './submit-review.ts'
import { suspendApplication } from './suspend-application.ts'

/** The acts and readings of production reviews. */
export const reviewActs = [
  listOwnReviews,
  beginReview,
  readOwnReview,
  changeReview,
  addReviewFile,
  submitReview,
  withdrawReview,
  writeOwnMessage,
  listReviews,
  showReview,
  decideReview,
] as const

/** The acts and readings of reviewers at the desk. */
export const deskReviewActs = [
  listReviewsForDesk,
  readReviewForDesk,
  readReviewDifference,
  readReviewFile,
  claimReview,
  writeReviewMessage,
  requestReviewChanges,
  proposeReview,
  decideProposedReview,
  suspendApplication,
] as const

export type { ReviewNeeds } from './needs.ts'
export { type PlaceOfReview, placeOfReview } from './place-of-review.ts'
export {
  type ApprovalNeeds,
  createApprovedApplication,
  decideProposedReview,
  decideReview,
  endReviewsInCell,
  endReviewsOfClosed,
  listReviews,
  showReview,
  updateApproval,
}
