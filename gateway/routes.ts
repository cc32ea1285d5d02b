import type { Route } from './answer.ts'
import { callback } from './routes/auth/callback.ts'
import { login } from './routes/auth/login.ts'
import { logout } from './routes/auth/logout.ts'
import { service } from './routes/auth/service.ts'
import { user } from './routes/auth/user.ts'
import { cancelsBatch, deletesBatchFiles, finishesBatch } from './routes/batch/change.ts'
import { downloadsBatch } from './routes/batch/download.ts'
import { opensBatch } from './routes/batch/open.ts'
import { listsBatches, showsBatch } from './routes/batch/show.ts'
import { batchStatus, cancelsConversionBatch, downloadsConversionBatch } from './routes/converter/batch.ts'
import { convert, convertBatch } from './routes/converter/convert.ts'
import { formats } from './routes/converter/formats.ts'
import { conversionHistory } from './routes/converter/history.ts'
import { cancelsConversion, conversion, deletesConversionFiles, downloadsConversion } from './routes/converter/job.ts'
import { demoDownload } from './routes/demo/download.ts'
import { demoJob } from './routes/demo/job.ts'
import { demoSamples } from './routes/demo/samples.ts'
import { startDemo } from './routes/demo/start.ts'
import { cancel } from './routes/epub/cancel.ts'
import { cover } from './routes/epub/cover.ts'
import { download } from './routes/epub/download.ts'
import { job } from './routes/epub/job.ts'
import { metadata } from './routes/epub/metadata.ts'
import { content, preview } from './routes/epub/preview.ts'
import { process } from './routes/epub/process.ts'
import { report } from './routes/epub/report.ts'
import { share, unshare } from './routes/epub/share.ts'
import { shared } from './routes/epub/shared.ts'
import { suggestions } from './routes/epub/suggestions.ts'
import { redo, undo } from './routes/epub/undo.ts'
import { asksToUnsubscribe, unsubscribes } from './routes/mail/unsubscribe.ts'
import { checkout, session } from './routes/payments/session.ts'
import { config, pay } from './routes/payments/square.ts'
import { webhook } from './routes/payments/webhook.ts'
import { file } from './routes/preview/file.ts'
import { findsJobs } from './routes/support/find.ts'
import { addsNote, replaysJob, showsHistory, showsJob } from './routes/support/job.ts'
import { decidesRefund, openRefunds } from './routes/support/refunds.ts'
import { deletesAccount } from './routes/user/account.ts'
import { deletesFiles, deletesJobFiles } from './routes/user/files.ts'
import { history } from './routes/user/history.ts'
import { choosesMail, mailChoices } from './routes/user/mail-choices.ts'
import { plan } from './routes/user/plan.ts'
import { printsReceipt, receipts } from './routes/user/receipts.ts'
import { choosesRetention, retention } from './routes/user/retention.ts'
import { cancelsSubscription, downgradesSubscription, requestsRefund, subscription } from './routes/user/subscription.ts'

export const routes: readonly Route[] = [
  login,
  callback,
  logout,
  user,
  service,
  process,
  opensBatch,
  listsBatches,
  showsBatch,
  downloadsBatch,
  finishesBatch,
  cancelsBatch,
  deletesBatchFiles,
  job,
  cancel,
  download,
  preview,
  content,
  file,
  undo,
  redo,
  suggestions,
  metadata,
  cover,
  report,
  share,
  unshare,
  shared,
  formats,
  conversionHistory,
  convert,
  convertBatch,
  conversion,
  cancelsConversion,
  deletesConversionFiles,
  downloadsConversion,
  batchStatus,
  cancelsConversionBatch,
  downloadsConversionBatch,
  demoSamples,
  startDemo,
  demoJob,
  demoDownload,
  history,
  plan,
  deletesAccount,
  deletesFiles,
  deletesJobFiles,
  retention,
  choosesRetention,
  receipts,
  printsReceipt,
  mailChoices,
  choosesMail,
  asksToUnsubscribe,
  unsubscribes,
  session,
  checkout,
  config,
  pay,
  webhook,
  subscription,
  cancelsSubscription,
  downgradesSubscription,
  requestsRefund,
  openRefunds,
  decidesRefund,
  findsJobs,
  showsJob,
  addsNote,
  replaysJob,
  showsHistory,
]
