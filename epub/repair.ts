import { adviceFor } from './ai/advice.ts'
import { answering } from './ai/answers.ts'
import { keepsText } from './ai/gate.ts'
import { idsOf, type Picks, picksOf } from './ai/picks.ts'
import type { AiOptions } from './ai/port.ts'
import { checkerName, checkPublication, hasStumbled, type SchemaSource } from './check/check.ts'
import { isError, type Message, type Verdict } from './check/message.ts'
import { hasUnreadablePage } from './content/documents.ts'
import { type Engine, featuresOf } from './engines.ts'
import { plainId } from './feature-of.ts'
import { isJudgeable } from './judgeable.ts'
import { metadataOf } from './metadata/read.ts'
import type { Codec } from './ocf/codec.ts'
import { openPublication } from './ocf/open.ts'
import { writePublication } from './ocf/write.ts'
import { packageOf } from './package/package.ts'
import { applyPatches } from './patch.ts'
import { factsOf } from './platforms/facts.ts'
import type { Platform, PlatformFindings } from './platforms/platform.ts'
import { platformFindings } from './platforms/rules.ts'
import type { FontTools, PictureTools } from './ports.ts'
import { forgetSuperseded, type Publication } from './publication.ts'
import { reconstruct } from './reconstruct.ts'
import { type Fix, fixOf, type Issue, issuesOf, type Outcome, offersOf, type RepairReport, type RuleFailure } from './report.ts'
import { catalogue } from './rules/catalogue.ts'
import type { Finding, Rule, RuleContext } from './rules/rule.ts'
import { score } from './score.ts'
import { rangesOf, type Source } from './source.ts'
import { wordCount, wordsLost } from './text.ts'
import { innerText } from './xml.ts'

/** The official checker, where there is one: asked about the file as it came and about what we would give back. */
export interface OfficialJudge {
  source(): Promise<Verdict>
  result(parts: AsyncIterable<Uint8Array>): Promise<Verdict>
}

export interface RepairOptions extends AiOptions {
  readonly engine?: Engine
  readonly fileName?: string
  readonly schemas: SchemaSource
  /** zlib in Node; plain TypeScript where none is given. */
  readonly codec?: Codec
  readonly judge?: OfficialJudge
  /** Verdict on the source where it is known already; it is not asked for again. */
  readonly before?: Verdict
  /** Features that may change the book; default: all that the engine has. */
  readonly features?: readonly number[]
  /** Run these features whether or not the book is sound, their offers included; nothing else. */
  readonly only?: readonly number[]
  readonly skip?: readonly number[]
  /** Features whose offers (`ask`) are accepted. */
  readonly ask?: readonly number[]
  /** Retailers aimed at: what they need is done, on a sound book too. */
  readonly targets?: readonly Platform[]
  /** An EPUB 2 becomes an EPUB 3 (feature 20). */
  readonly upgrade?: boolean
  readonly pictures?: PictureTools
  readonly fonts?: FontTools
  /** Quality of pictures that are written again, 30 to 100; 85 when not said. */
  readonly pictureQuality?: number
  /** Told after every rule: share of the catalogue done, 0 to 1. */
  readonly onProgress?: (done: number, rule: string) => void
  readonly signal?: AbortSignal
}

export interface RepairResult {
  readonly report: RepairReport
  /** The repaired book in order of its bytes; the source itself when nothing was changed. */
  readonly parts: AsyncIterable<Uint8Array>
  readonly changed: boolean
}

/** Rounds of check and repair; what the official checker still finds goes into the next one. */
const rounds = 4
/** A rule is run again until it finds nothing more, at most this often. */
const passes = 5
/** Fixes of one rule that are kept one by one; the rest is a number. */
const fixesPerRule = 500
/** Words that a fix may cost before it is taken back: markup that was text to a tolerant reader. */
const wordTolerance = 0.002

/**
 * Repairs one book: opens what can be opened, checks, applies the rules in order, checks again.
 * A sound book (EPUBCheck: no FATAL, no ERROR) comes back byte for byte.
 * Throws `BookRefused` for what is no book or may not be opened.
 */
export async function repair(source: Source, options: RepairOptions): Promise<RepairResult> {
  const engine = options.engine ?? 'primary'
  const { codec, schemas } = options
  const opened = await openPublication(source, { fileName: options.fileName, codec })
  const pack = (repaired: Publication) => writePublication(repaired, source, { codec })
  const ownBefore = await checkPublication(opened, { schemas })
  const { judge } = options
  // What we find is reason enough to repair: the official checker is asked first only where we find nothing, or stumbled.
  const asks = !ownBefore.some(isError) || hasStumbled(ownBefore)
  const before = options.before ?? (asks ? await official(opened, () => judge?.source()) : undefined) ?? ownVerdict(ownBefore)
  const sound = isSound(opened, before) && engine === 'primary'
  // Measured now, while what was read of the pages is at hand: the rules are about to replace it.
  const start: Start = {
    platforms: platformFindings(await factsOf(opened, before.messages, source.size)),
    words: wordCount(opened),
  }

  const chosen = choiceOf(options)
  if (sound && !options.only && !chosen.targets.length && chosen.features.size === 0 && !chosen.picks.any) {
    const report = await describe({
      source,
      engine,
      outcome: 'sound',
      before,
      after: before,
      opened,
      start,
      repaired: opened,
      fixes: [],
      failures: [],
      more: [],
      options,
    })
    return { report, parts: rangesOf(source), changed: false }
  }

  const allowed = allowedRules(engine, options).filter((rule) => !sound || options.only || isChosen(rule, chosen))
  const fixes: Fix[] = []
  const failures: RuleFailure[] = []
  const more: Ledger['more'] = []
  const respelled: Ledger['respelled'] = []
  let publication = opened
  let after: Verdict | undefined
  let messages = merged(ownBefore, before.messages)
  /** What our checker says of `publication`. */
  let said = ownBefore
  if (hasStumbled(ownBefore)) failures.push({ rule: 'check', reason: 'threw: our checker did not read the book to its end' })

  if (engine === 'emergency') {
    publication = await runRules(
      publication,
      allowed,
      contextOf(publication, messages, options),
      { chosen, fixes, failures, more, respelled },
      options,
    )
    publication = await reconstruct(publication)
    messages = said = await checkPublication(publication, { schemas })
  }
  const judged = async (result: Publication, own: readonly Message[]) =>
    (await official(result, () => judge?.result(pack(result)))) ?? ownVerdict(own)
  const rules =
    engine === 'emergency' ? catalogue.filter(({ feature }) => feature <= 18 && !options.skip?.includes(feature)) : allowed
  for (let round = 0; round < rounds; round++) {
    const context = { ...contextOf(publication, messages, options), lastResort: round > 0 || chosen.features.has(37) }
    const kept = { fixes: fixes.length, failures: failures.length, more: more.length, respelled: respelled.length }
    const from = publication
    publication = await runRules(from, rules, context, { chosen, fixes, failures, more, respelled, sound }, options)
    if (publication === from && round > 0) break

    let own = publication === from ? said : await checkPublication(publication, { schemas })
    if (weightOf(own) > weightOf(said)) {
      // Some rule made it worse: the same round again, asking the checker after every rule.
      fixes.length = kept.fixes
      failures.length = kept.failures
      more.length = kept.more
      respelled.length = kept.respelled
      if (round === 0) chosen.picks.again()
      let weighed = { publication: from, weight: weightOf(said) }
      const weigh = async (publication: Publication) => weightOf(await checkPublication(publication, { schemas }))
      const refuses = async (before: Publication, after: Publication) => {
        if (weighed.publication !== before) weighed = { publication: before, weight: await weigh(before) }
        const weight = await weigh(after)
        if (weight > weighed.weight) return true
        weighed = { publication: after, weight }
        return false
      }
      publication = await runRules(from, rules, context, { chosen, fixes, failures, more, respelled, sound, refuses }, options)
      own = await checkPublication(publication, { schemas })
    }
    said = own
    if (own.some(isError) && round < rounds - 1) {
      messages = own
      after = undefined
      continue
    }
    after = await judged(publication, own)
    if (after.valid) break
    messages = merged(own, after.messages)
  }
  after ??= await judged(publication, said)
  if (sound && !after.valid && publication !== opened) {
    // What was asked for made a sound book unsound: the book is worth more than the wish.
    failures.push(...new Set(fixes.map(({ rule }) => rule.id)).values().map((rule) => ({ rule, reason: takenBack })))
    fixes.length = more.length = respelled.length = 0
    publication = opened
    after = before
  }

  const outcome = outcomeOf(before, after)
  const report = await describe({
    source,
    engine,
    outcome: sound && publication === opened ? 'sound' : outcome,
    before,
    after,
    opened,
    start: { ...start, words: respelled.reduce((sum, words) => sum + words, start.words) },
    repaired: publication,
    fixes,
    failures,
    more,
    options,
  })
  const changed = publication !== opened || opened.defects.length > 0
  return { report, parts: changed ? pack(publication) : rangesOf(source), changed }
}

/** What EPUBCheck lets pass and readers do not: ways out of the folder a book is unpacked into, data that do not unpack to what is promised. */
const unsafe = new Set<string>([
  'unsafe-name',
  'link',
  'mimetype-packed',
  'mimetype-content',
  'mimetype-extra-field',
  'wrong-checksum',
  'entry-damaged',
  'entry-lost',
  'unknown-method',
  'no-directory',
  'directory-damaged',
])

/**
 * A sound book comes back byte for byte: the judge finds no FATAL and no ERROR, its archive is harmless, and the letters of
 * its pages can be read (EPUBCheck lets bytes pass that are no UTF-8).
 */
export const isSound = (publication: Publication, { valid }: Verdict) =>
  valid && !publication.defects.some(({ kind }) => unsafe.has(kind)) && !hasUnreadablePage(publication)

const ownVerdict = (messages: readonly Message[]): Verdict => ({ judge: checkerName, valid: !messages.some(isError), messages })

/** An official checker that fails has no say; ours has then. */
async function official(publication: Publication, ask: () => Promise<Verdict> | undefined): Promise<Verdict | undefined> {
  try {
    return isJudgeable(publication) ? await ask() : undefined
  } catch (error) {
    if (error instanceof Error && error.name === 'JudgeFailed') return undefined
    throw error
  }
}

/** Our messages carry what the schema expected; the official ones add what we do not see. */
function merged(own: readonly Message[], judged: readonly Message[]): Message[] {
  const placeOf = ({ id, path, line }: Message) => `${plainId(id)} ${path} ${line}`
  const known = new Set(own.map(placeOf))
  return [...own, ...judged.filter((message) => !known.has(placeOf(message)))]
}

const takenBack = 'taken back: the checker found more errors after it'

interface Choice {
  /** Features that the user picked, whether or not the book is sound. */
  readonly features: ReadonlySet<number>
  readonly targets: readonly Platform[]
  /** Single findings that the user picked. */
  readonly picks: Picks
}

const choiceOf = ({ ask = [], only = [], upgrade = false, targets = [], picked, texts }: RepairOptions): Choice => ({
  features: new Set([...ask, ...only, ...(upgrade ? [20] : [])]),
  targets,
  picks: picksOf({ picked, texts }),
})

const isNeeded = (needs: readonly Platform[] | undefined, { targets }: Choice) =>
  needs?.some((target) => targets.includes(target)) ?? false

const isChosen = ({ id, feature, needs, follows }: Rule, choice: Choice) =>
  choice.features.has(feature) || isNeeded(needs, choice) || follows === true || choice.picks.names({ id })

const contextOf = (checked: Publication, messages: readonly Message[], options: RepairOptions): RuleContext => {
  const { targets = [], schemas, pictures, fonts, pictureQuality, skip: leave, answers, signal } = options
  const { model } = answering(undefined, answers)
  return { checked, messages, targets, schemas, pictures, fonts, pictureQuality, leave, model, signal }
}

function allowedRules(engine: Engine, { features, only, skip = [], upgrade }: RepairOptions): readonly Rule[] {
  const may = new Set([...(only ?? features ?? featuresOf[engine]), ...(upgrade && !features ? [20] : [])])
  const has = new Set(featuresOf[engine])
  return catalogue.filter(
    ({ feature, follows }) => (may.has(feature) || (only && follows)) && has.has(feature) && !skip.includes(feature),
  )
}

interface Ledger {
  readonly chosen: Choice
  readonly fixes: Fix[]
  readonly failures: RuleFailure[]
  readonly more: RepairReport['more'][number][]
  /** By how many words the text counts differently since it can be read: garbled letters part words where none ends. */
  readonly respelled: number[]
  /** Whether a rule's work is to be taken back; undefined while there is no reason to ask after each rule. */
  readonly refuses?: (before: Publication, after: Publication) => Promise<boolean>
  /** The book was sound when it came: rules that follow others wait until one of them has changed something. */
  readonly sound?: boolean
}

/** Runs the rules in order, each until it finds nothing more. One that throws changes nothing and is reported. */
async function runRules(
  publication: Publication,
  rules: readonly Rule[],
  context: RuleContext,
  { chosen, fixes, failures, more, respelled, sound, refuses }: Ledger,
  options: RepairOptions,
): Promise<Publication> {
  const { onProgress, signal } = options
  const runs = ({ class: given, needs }: Finding, rule: Rule) => {
    const kind = given ?? rule.class
    // A sound book has of a rule only what was picked of it.
    if (sound && !options.only && !isChosen(rule, { ...chosen, picks: none })) return false
    return kind === 'auto' || (kind === 'ask' && (chosen.features.has(rule.feature) || isNeeded(needs ?? rule.needs, chosen)))
  }
  let current = publication
  for (const [index, rule] of rules.entries()) {
    signal?.throwIfAborted()
    const isPicked = chosen.picks.names(rule)
    if (rule.class !== 'auto' && !chosen.features.has(rule.feature) && !isNeeded(rule.needs, chosen) && !isPicked) continue
    if (sound && rule.follows && current === publication && !chosen.features.has(rule.feature) && !isPicked) continue
    const before = current
    const done: Fix[] = []
    let uncounted = 0
    try {
      for (let pass = 0; pass < passes; pass++) {
        const all = await rule.detect(current, context)
        const picked = isPicked ? chosen.picks.take(rule, all) : undefined
        const findings = all.flatMap((finding) => picked?.get(finding) ?? (runs(finding, rule) ? finding : []))
        if (findings.length === 0) break
        const next = withoutLoss(current, rule, findings)
        if (!next) break
        for (const finding of next.findings)
          if (done.length < fixesPerRule) done.push(fixOf(current, rule, finding))
          else uncounted++
        forgetSuperseded(current, next.publication)
        current = next.publication
      }
    } catch (error) {
      signal?.throwIfAborted()
      failures.push({ rule: rule.id, reason: `threw: ${error instanceof Error ? error.message : String(error)}` })
      current = before
      continue
    }
    // What opens the archive or finds the package uncovers faults that were there: no reason to take it back.
    if (current !== before && rule.feature > 3 && (await refuses?.(before, current))) {
      failures.push({ rule: rule.id, reason: takenBack })
      current = before
    } else {
      fixes.push(...done)
      if (rule.changesText && current !== before) respelled.push(wordCount(current) - wordCount(before))
      if (uncounted > 0) more.push({ feature: rule.feature, code: rule.answers[0]?.id ?? rule.id, count: uncounted })
    }
    onProgress?.((index + 1) / rules.length, rule.id)
  }
  return current
}

/** A fatal hides what stands behind it, so that a fix which uncovers errors has not made them. */
const fatalWeight = 1_000_000
/** The container leads to no package: an error only, but nothing of the book is looked at. */
const blinding = new Set(['RSC-003', 'OPF-016', 'OPF-017'])
export const weightOf = (messages: readonly Message[]) =>
  messages.reduce(
    (sum, { id, severity }) => sum + (severity === 'FATAL' || blinding.has(id) ? fatalWeight : severity === 'ERROR' ? 1 : 0),
    0,
  )

const none = picksOf({})

/** The rule's fix, less the files in which it would cost words; undefined when nothing is left of it. */
function withoutLoss(publication: Publication, rule: Rule, findings: readonly Finding[]) {
  const attempt = (kept: readonly Finding[]) => {
    const patched = applyPatches(publication, rule.fix(publication, kept))
    return patched === publication || same(publication, patched) ? undefined : { publication: patched, findings: kept }
  }
  const acceptable = (result: { publication: Publication }) => {
    const { lost, of } = wordsLost(publication, result.publication)
    return lost <= Math.max(2, of * wordTolerance)
  }
  const whole = attempt(findings)
  if (!whole || rule.changesText) return whole
  if (isSuggested(rule)) return keepsText(publication, whole.publication) ? whole : undefined
  if (acceptable(whole)) return whole

  const safe = [...Map.groupBy(findings, ({ path }) => path).values()].filter((group) => {
    const alone = attempt(group)
    return alone && acceptable(alone)
  })
  return safe.length > 0 ? attempt(safe.flat()) : undefined
}

function same(a: Publication, b: Publication) {
  if (a.resources.size !== b.resources.size || a.defects.length !== b.defects.length) return false
  for (const [path, resource] of a.resources) if (b.resources.get(path) !== resource) return false
  return true
}

function outcomeOf(before: Verdict, after: Verdict): Outcome {
  if (after.valid) return 'valid'
  return weightOf(after.messages) < weightOf(before.messages) ? 'improved' : 'unchanged'
}

/** What the book was like when it came. */
interface Start {
  readonly platforms: PlatformFindings
  readonly words: number
}

interface Described {
  readonly start: Start
  readonly source: Source
  readonly engine: Engine
  readonly outcome: Outcome
  readonly before: Verdict
  readonly after: Verdict
  readonly opened: Publication
  readonly repaired: Publication
  readonly fixes: readonly Fix[]
  readonly failures: readonly RuleFailure[]
  readonly more: RepairReport['more']
  readonly options: RepairOptions
}

async function describe({
  source,
  engine,
  outcome,
  before,
  after,
  opened,
  start,
  repaired,
  fixes,
  failures,
  more,
  options,
}: Described): Promise<RepairReport> {
  const asked = answering(options.model, options.answers)
  const findings = opened === repaired ? start.platforms : platformFindings(await factsOf(repaired, after.messages, source.size))
  const scores = { before: score(before.messages, start.platforms), after: score(after.messages, findings) }
  const issues = issuesOf(before.messages, after.messages, fixes, { skip: options.skip, takenBack: featuresTakenBack(failures) })
  const offers = await offersIn(repaired, after.messages, { ...options, model: asked.model })
  const advice =
    options.suggest &&
    (await adviceFor(repaired, { scores: scores.after, issues, offers, platforms: findings }, asked.model, options.signal))
  return {
    outcome,
    engine,
    before,
    after,
    ...summaryOf(repaired),
    words: { before: start.words, after: wordCount(repaired) },
    resources: { before: opened.resources.size, after: repaired.resources.size },
    lost: opened.defects.flatMap((defect) =>
      (defect.kind === 'entry-lost' || defect.kind === 'entry-damaged') && 'path' in defect ? [defect.path] : [],
    ),
    scores,
    platforms: findings,
    issues,
    offers,
    more,
    failures,
    ...(advice && { ai: { advice, ...(options.model && { model: options.model.name }), answers: asked.answers() } }),
  }
}

const featuresTakenBack = (failures: readonly RuleFailure[]) =>
  failures.flatMap(({ rule, reason }) =>
    reason === takenBack ? catalogue.filter(({ id }) => id === rule).map(({ feature }) => feature) : [],
  )

/** What no rule of EPUB can know (features 31 to 36): proposals, held to the letter of the text. */
const isSuggested = ({ feature }: Pick<Rule, 'feature'>) => feature > 30 && feature < 37

/** Offers of one rule that are listed; suggestions are gone through one by one. */
const offersPerRule = 20
const suggestionsPerRule = 400

/** What the rules would do on request, and what they can only tell. A rule that throws offers nothing. */
async function offersIn(
  publication: Publication,
  messages: readonly Message[],
  options: RepairOptions,
): Promise<readonly Issue[]> {
  const { features, engine = 'primary', suggest, listed = features, skip = [], model, picked } = options
  const done = new Set(picked)
  const context = { ...contextOf(publication, messages, options), offering: true, model }
  const may = new Set(suggest ? (listed ?? featuresOf[engine]).filter((feature) => !skip.includes(feature)) : [])
  const offers: { readonly fix: Fix; readonly kind: 'ask' | 'report' }[] = []
  for (const rule of new Set(catalogue)) {
    if (rule.class === 'auto' && rule.feature < 19) continue
    if (isSuggested(rule) && !may.has(rule.feature)) continue
    options.signal?.throwIfAborted()
    const findings = await (async () => rule.detect(publication, context))().catch(() => [])
    const open = findings.flatMap((finding) => {
      const kind = finding.class ?? rule.class
      // What is done by itself on a broken book is a choice on a sound one.
      return [{ finding, kind: kind === 'auto' ? ('ask' as const) : kind }]
    })
    const ids = idsOf(rule, findings, done)
    for (const [index, { finding, kind }] of open.slice(0, isSuggested(rule) ? suggestionsPerRule : offersPerRule).entries())
      offers.push({ fix: fixOf(publication, rule, finding, kind === 'ask' ? ids[index] : undefined), kind })
  }
  return offersOf(offers)
}

/** What a reader knows a book by. */
export function summaryOf(publication: Publication): Pick<RepairReport, 'version' | 'metadata' | 'about'> {
  const pack = packageOf(publication)
  const creator = pack?.metas('creator')[0]
  return {
    version: pack?.version,
    metadata: { title: pack?.titles[0], author: creator && innerText(creator).trim(), language: pack?.languages[0] },
    about: metadataOf(publication),
  }
}

/**
 * Takes back what features did: the same source repaired without them, since a later correction may rest on an earlier one.
 * Costs nothing of what it leaves alone: the report says of each issue that it was left out on request.
 */
export const undo = (source: Source, features: readonly number[], options: RepairOptions): Promise<RepairResult> =>
  repair(source, { ...options, skip: [...(options.skip ?? []), ...features] })
