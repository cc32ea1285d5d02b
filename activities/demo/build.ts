import { archived } from './archive.ts'
import { planted } from './faults.ts'
import type { Sample } from './samples.ts'
import { soundBook } from './sound-book.ts'

/** The sample as a file. */
export const built = ({ design, rows }: Sample): Promise<Uint8Array> => archived(planted(soundBook(design), rows))
