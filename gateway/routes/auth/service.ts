import { serviceInfo } from '../../../contract/calls/auth.ts'
import { answerEveryone } from '../../answer.ts'

export const service = answerEveryone(serviceInfo, ({ config, version }) => ({
  providerName: config.oidc.providerName,
  localParts: [...config.localParts],
  accountUrl: config.oidc.accountUrl ?? null,
  version,
}))
