import { faceRecognitionRequest, limits } from '@nani/contract'
import { expect, test } from 'vitest'
import { checkShape } from '../../calls/calls/index.ts'

const requestWith = (characters: number) => ({
  image: { data: 'A'.repeat(characters) },
  reason: 'Withdrawal at the counter',
  purpose: 'customer_onboarding',
})

test('the maximum base64 of an image is the capacity of a single request, also as an item of a batch', () => {
  checkShape(faceRecognitionRequest, requestWith(limits.imageDataCharacters))
  let refusal: unknown
  try {
    checkShape(faceRecognitionRequest, requestWith(limits.imageDataCharacters + 4))
  } catch (error) {
    refusal = error
  }
  expect(refusal).toMatchObject({ code: 'invalid_request', context: { field: 'image.data' } })
})
