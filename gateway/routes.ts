import type { Route } from './answer.ts'
import { callback } from './routes/auth/callback.ts'
import { login } from './routes/auth/login.ts'
import { logout } from './routes/auth/logout.ts'
import { service } from './routes/auth/service.ts'
import { user } from './routes/auth/user.ts'
import { cancel } from './routes/epub/cancel.ts'
import { download } from './routes/epub/download.ts'
import { job } from './routes/epub/job.ts'
import { process } from './routes/epub/process.ts'
import { checkout, session } from './routes/payments/session.ts'
import { config, pay } from './routes/payments/square.ts'
import { webhook } from './routes/payments/webhook.ts'
import { deletesAccount } from './routes/user/account.ts'
import { deletesFiles, deletesJobFiles } from './routes/user/files.ts'
import { history } from './routes/user/history.ts'
import { plan } from './routes/user/plan.ts'
import { choosesRetention, retention } from './routes/user/retention.ts'
import { cancelsSubscription, downgradesSubscription, requestsRefund, subscription } from './routes/user/subscription.ts'

export const routes: readonly Route[] = [
  login,
  callback,
  logout,
  user,
  service,
  process,
  job,
  cancel,
  download,
  history,
  plan,
  deletesAccount,
  deletesFiles,
  deletesJobFiles,
  retention,
  choosesRetention,
  session,
  checkout,
  config,
  pay,
  webhook,
  subscription,
  cancelsSubscription,
  downgradesSubscription,
  requestsRefund,
]
