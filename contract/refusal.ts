/**
 * Every way in which the service says no to a person, by code. `status` is applied in `gateway/refuse.ts`;
 * sentences that carry values are made where the values are known.
 */
export const refusals = {
  'signed-out': 'Please sign in to continue.',
  'not-found': 'We could not find this. It may have been deleted, or it belongs to another account.',
  'bad-request': 'We could not read this request.',
  'bad-origin': 'This request did not come from our own pages, so we did not carry it out.',
  'bad-job-id': 'This job id cannot be used. Please start again with a new one.',
  'not-an-epub': 'File must have .epub extension',
  'no-file': 'No EPUB file was sent. Choose a file and try again.',
  'too-large': 'This file is larger than your plan allows.',
  'too-slow': 'The upload was too slow and was cut off. Nothing was stored; please try again.',
  'scan-used': 'Your free scan for today is used. It is free again tomorrow (UTC), or upgrade to Pro for unlimited scans.',
  'repairs-used': 'Your 25 repairs of this month are used. Upgrade to Publisher for unlimited repairs.',
  'mode-not-allowed': 'Your plan finds errors only. Upgrade to Pro to repair them.',
  'upgrade-required': 'Please upgrade to download fixed EPUB files.',
  'not-ready': 'This repair is not finished yet.',
  'metadata-not-allowed': 'Editing metadata belongs to the Pro plan. Upgrade to change title, authors, cover and the rest.',
  'undo-not-allowed': 'Taking corrections back belongs to the paid plans, as the corrections do.',
  'report-needs-plan': 'The full report shows the text before and after, which belongs to the paid plans.',
  revising: 'Another version of this book is being made. Please wait until it is there.',
  'files-gone': 'The files of this repair have been deleted, as promised. Upload the book again to repair it.',
  'conversion-not-allowed': 'The Ebook Converter needs a Pro or Publisher subscription.',
  'conversion-batch-not-allowed': 'Converting several files at once needs a Publisher subscription.',
  'not-a-manuscript': 'This file is of a type that the converter does not read.',
  'conversion-at-work': 'This document is being converted at this moment. Cancel it or wait for its end, then delete its files.',
  'no-preview': 'The pages of this book cannot be shown: it is protected, damaged beyond reading, or too complex.',
  'batch-not-allowed':
    'Batches of books belong to the Publisher plan. Upgrade to Publisher to repair up to 50 books at once, or send this book by itself.',
  'batch-too-large': 'A batch holds at most 50 books. Choose fewer, and send the others as a second batch.',
  'batch-over': 'This batch takes no more books: it was closed, cancelled, or has all that were announced. Open another one.',
  'demo-not-ready': 'The demo books are still being made. Please try again in a moment.',
  'retention-not-allowed': 'Your plan keeps files for 24 hours. Publisher may keep them for 30 days.',
  'too-many-requests': 'Too many requests. Please wait a moment and try again.',
  'amount-mismatch': 'The amount is not the price of this plan. Nothing was charged; please start again from the pricing page.',
  'already-have-plan': 'You already have this plan',
  'is-downgrade': 'This plan is smaller than the one you have. Choose it as a downgrade on the pricing page; nothing is charged.',
  'not-a-downgrade': 'This plan is not smaller than the one you have. Choose it as an upgrade on the pricing page.',
  'payment-in-progress': 'A payment of yours is still being confirmed. Please wait a moment; you will not be charged twice.',
  'payment-pending':
    'Your payment is still being confirmed. You will not be charged twice; your plan starts as soon as the card provider answers.',
  'payment-declined': 'Your card was declined. Nothing was charged; please try another card.',
  'key-reused': 'This payment key was already used for another payment. Nothing was charged.',
  'checkout-expired': 'Your checkout session has expired. Please select a plan from our pricing page.',
  'no-subscription': 'You are on the free plan, so there is no subscription to change.',
  'refund-not-eligible': 'There is no payment that could be refunded.',
  'no-payments': 'Payments are not set up here. Nothing was charged.',
  'bad-signature': 'The signature of this message is not valid.',
  unavailable: 'A part of the service does not answer. Nothing is lost; please try again in a moment.',
  failed: 'Something went wrong on our side. Nothing is lost; please try again.',
} as const

export type RefusalCode = keyof typeof refusals

/** Why a job ended without a result. The sentence is made from the code; nothing of the book is in it. */
export const failures = {
  'not-a-zip':
    'We could not read this file: it is not a readable EPUB (ZIP) archive. Export the book again and upload that file.',
  'not-an-epub':
    'We could not read this file: it is an archive, but there is no EPUB book in it. Export the book again and upload that file.',
  empty: 'We could not read this file: the archive is empty, so there is nothing in it to save.',
  encrypted: 'The file is encrypted with a password. Remove the protection where the book was made and upload it again.',
  drm: 'The book is protected by DRM. We cannot and may not open it; ask the shop or publisher for a copy without protection.',
  'too-large': 'The file unpacks to more than the allowed size, far more than any book needs, so we stopped reading it.',
  'too-many-files': 'The archive has too many files for a book, so we stopped reading it.',
  overlapping: 'The archive has overlapping entries or unpacks to more than the allowed size, so we stopped reading it.',
  'too-complex': 'A chapter of the book is too deep, too large or too complex to be read safely, so we stopped.',
  entities: 'The book has too many XML entities: it would expand without end, so we stopped reading it.',
  'nothing-readable':
    'We could not find a single readable chapter in this archive, so there is nothing to rebuild the book from.',
  'all-engines-failed':
    'None of our three engines could repair this file. The original is unchanged, and this job was not counted.',
  cancelled: 'You cancelled this repair. The original is unchanged, and this job was not counted.',
  internal: 'Something went wrong on our side. The original is unchanged, and this job was not counted.',
} as const

export type FailureCode = keyof typeof failures
export const isFailureCode = (code: string): code is FailureCode => Object.hasOwn(failures, code)
