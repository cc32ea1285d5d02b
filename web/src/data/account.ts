import { queryOptions } from '@tanstack/react-query'
import {
  chooseMail,
  chooseRetention,
  deleteAccount,
  deleteFiles,
  type MailChoices,
  mailChoices,
  receipts,
  retention,
} from '../../../contract/calls/user.ts'
import { send } from './send.ts'

export const receiptsQuery = queryOptions({ queryKey: [receipts.path], queryFn: () => send(receipts) })
export const retentionQuery = queryOptions({ queryKey: [retention.path], queryFn: () => send(retention) })
export const mailQuery = queryOptions({ queryKey: [mailChoices.path], queryFn: () => send(mailChoices) })

export const keepFilesFor = (hours: number) => send(chooseRetention, { body: { hours } })
export const chooseMails = (body: MailChoices) => send(chooseMail, { body })
export const deleteAllFiles = () => send(deleteFiles)
export const removeAccount = () => send(deleteAccount)
