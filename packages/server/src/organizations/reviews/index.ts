import { type ApprovalNeeds, createApprovedApplication, updateApproval } from './approve-by-command.ts'
import { decideReview, listReviews, showReview } from './decide-review.ts'
import { beginReview, changeReview, listOwnReviews, readOwnReview } from './own-reviews.ts'
import { addReviewFile, submitReview, withdrawReview, writeOwnMessage } from './submit-review.ts'

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

export type { ReviewNeeds } from './needs.ts'
export {
  type ApprovalNeeds,
  createApprovedApplication,
  decideReview,
  listReviews,
  showReview,
  updateApproval,
}
