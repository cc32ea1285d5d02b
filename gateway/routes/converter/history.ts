import { conversionHistory as call } from '../../../contract/calls/converter.ts'
import { cancelledConversion, conversionFailures } from '../../../contract/conversion.ts'
import { answer } from '../../answer.ts'
import { conversionPath, unnamed } from '../../conversion-record.ts'

const newest = 50

/** The view holds ids; the names are joined here. */
export const conversionHistory = answer(call, async ({ views, uploads, user }) => {
  const lines = await views.conversionsOf(user.id, newest)
  const names = await uploads.fileNamesOf(
    user.id,
    lines.map(({ jobId }) => jobId),
  )
  const history = lines.map(({ jobId, requestedAt, status, to, batch, code }) => ({
    id: jobId,
    fileName: names.get(jobId) ?? unnamed,
    createdAt: requestedAt,
    status,
    outputFormat: to,
    batchId: batch,
    error: code ? conversionFailures[code] : status === 'cancelled' ? cancelledConversion : undefined,
    downloadUrl: status === 'completed' ? conversionPath(jobId) : undefined,
  }))
  return { history }
})
