/**
 * The engine without anything of Node: the same code runs in a browser. `schemas` are the files of EPUBCheck's package
 * (in Node: `bookmender/node`).
 *
 *     const { report, parts } = await repair(fromBytes(bytes), { schemas })
 *     const repaired = await toBytes(parts)
 */
export type { Advice, AiReport, Answers, Model, Question } from './ai/port.ts'
export { checkPublication, type SchemaSource } from './check/check.ts'
export { isError, type Message, type Severity, type Verdict } from './check/message.ts'
export { type OfficialForm, officialForm } from './check/official-form.ts'
export { type Converted, type ConvertOptions, convert } from './convert/convert.ts'
export {
  type ConversionOptions,
  type ConversionReport,
  chapterDetections,
  defaultOptions,
  type InputFormat,
  inputFormats,
  isOutputFormat,
  type OutputFormat,
  outputFormats,
  outputKinds,
} from './convert/formats.ts'
export { type Engine, engines } from './engines.ts'
export { type EditOptions, type EditResult, editMetadata, readMetadata } from './metadata/edit.ts'
export {
  BadMetadata,
  type BookMetadata,
  type Creator,
  type MetadataEdits,
  type MetadataField,
  type Series,
} from './metadata/metadata.ts'
export { type Inspection, inspect } from './ocf/inspect.ts'
export { type OpenOptions, openPublication } from './ocf/open.ts'
export { writePublication } from './ocf/write.ts'
export { compatibility, type Platform, type PlatformFindings, platforms } from './platforms/platform.ts'
export type { Publication, Resource } from './publication.ts'
export { BookRefused, type RefusalCode } from './refusal.ts'
export { type OfficialJudge, type RepairOptions, type RepairResult, repair, undo } from './repair.ts'
export type { Issue, Outcome, RepairReport } from './report.ts'
export { type ReportData, reportData } from './report-data.ts'
export { type PageOptions, reportPage } from './report-page/page.ts'
export { fromBytes, type Source, toBytes } from './source.ts'
