/** The engine on files, with EPUBCheck's schemas and, where Java is, its own verdict. */
export { nodeCodec } from './codec.ts'
export { type ConvertedFile, type ConvertTask, convertFile } from './convert-file.ts'
export { type EditedFile, type EditTask, editFile, readMetadataOf } from './edit-file.ts'
export { openFile, sha256Of, writeParts } from './file.ts'
export { fonts } from './fonts.ts'
export { createJudge, type Judge, JudgeFailed } from './judge.ts'
export { pictures } from './pictures.ts'
export { createPool, type Pool, TaskFailed, TaskKilled } from './pool.ts'
export { schemas } from './schemas.ts'
export {
  type AskJudge,
  checkFile,
  inspectFile,
  type RepairedFile,
  type RepairTask,
  repairFile,
  repairWithFallback,
} from './tasks.ts'
