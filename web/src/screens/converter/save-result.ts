import { download } from '../../data/download.ts'
import { explain } from '../../data/http-error.ts'
import { notify } from '../../parts/notices.ts'
import { texts } from '../../texts/texts.ts'

const { downloadFailed } = texts.converter.notices

/** Saves a result, or says why not. */
export const saveResult = (url: string) =>
  download(url).catch((error: unknown) => notify({ title: downloadFailed.title, ...explain(error, downloadFailed.text) }))
