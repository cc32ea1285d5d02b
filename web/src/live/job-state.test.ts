import { describe, expect, it } from 'vitest'
import type { LiveMessage } from '../../../contract/live.ts'
import { currentStage, evolve, newJob, overallProgress } from './job-state.ts'

const jobId = '5c5e7f2e-4f6c-4c55-9f0e-0a2c8f6e1b11'
const at = '2026-01-02T03:04:05.000Z'
const scores = { overallScore: 97, structureScore: 100, contentScore: 96, metadataScore: 94, compatibilityScore: 98 }
const compatibility = { kindle: true, appleBooks: true, kobo: true, googlePlay: true, adobe: false, calibre: true }

const progress = (
  seq: number,
  stage: 'extraction' | 'validation' | 'repair' | 'quality',
  status: 'active' | 'completed' | 'failed',
  percent: number,
  more: { ended?: 'failed' | 'cancelled'; reference?: string } = {},
): LiveMessage => ({ jobId, seq, at, type: 'progress', data: { stage, status, progress: percent, message: '', ...more } })

const issues = (seq: number, found: number, fixed: number, ids: string[]): LiveMessage => ({
  jobId,
  seq,
  at,
  type: 'issues-update',
  data: { found, fixed, latest: ids.map((id) => ({ feature: 14, id, severity: 'major' as const })) },
})

const told = (...messages: LiveMessage[]) => messages.reduce(evolve, newJob(jobId))

describe('a job folded from the five kinds of messages', () => {
  it('starts with four stages pending', () => {
    expect(newJob(jobId).stages.map(({ status }) => status)).toEqual(['pending', 'pending', 'pending', 'pending'])
  })

  it('completes earlier stages at 100 when one becomes active', () => {
    const job = told(progress(1, 'extraction', 'active', 20), progress(2, 'repair', 'active', 10))
    expect(job.stages.map(({ status, progress }) => [status, progress])).toEqual([
      ['completed', 100],
      ['completed', 100],
      ['active', 10],
      ['pending', 0],
    ])
    expect(overallProgress(job)).toBe(52.5)
    expect(currentStage(job).id).toBe('repair')
  })

  it('never moves a stage back when it is tried again', () => {
    const job = told(progress(1, 'repair', 'active', 60), progress(2, 'repair', 'active', 0))
    expect(currentStage(job).progress).toBe(60)
  })

  it('ignores what it has seen and what belongs to another job', () => {
    const job = told(progress(1, 'repair', 'active', 60))
    expect(evolve(job, progress(1, 'quality', 'active', 5))).toBe(job)
    expect(evolve(job, { ...progress(2, 'quality', 'active', 5), jobId: 'another' })).toBe(job)
  })

  it('keeps the three newest findings, newest first', () => {
    const job = told(issues(1, 2, 0, ['RSC-005', 'OPF-014']), issues(2, 4, 1, ['NCX-001', 'RSC-007']))
    expect(job.latest.map(({ id }) => id)).toEqual(['RSC-007', 'NCX-001', 'OPF-014'])
    expect([job.found, job.fixed]).toEqual([4, 1])
    expect(new Set(job.latest.map(({ key }) => key)).size).toBe(3)
  })

  it('names the engine that took over, with the reason', () => {
    const job = told({
      jobId,
      seq: 1,
      at,
      type: 'engine-switch',
      data: { engine: 'backup', from: 'primary', reason: 'timed-out', message: 'The rule-based engine goes on.' },
    })
    expect([job.engine, job.switched]).toEqual(['backup', 'The rule-based engine goes on.'])
  })

  it('ends with everything completed', () => {
    const job = told(
      progress(1, 'validation', 'active', 40),
      { jobId, seq: 2, at, type: 'quality-update', data: { score: 97, scores, compatibility } },
      { jobId, seq: 3, at, type: 'complete', data: { outcome: 'valid', found: 5, fixed: 5, engine: 'primary' } },
    )
    expect(job.phase).toBe('completed')
    expect(overallProgress(job)).toBe(100)
    expect(job.quality?.score).toBe(97)
  })

  it('ends failed or cancelled with the reference', () => {
    const failed = told(progress(1, 'repair', 'failed', 30, { ended: 'failed', reference: 'K7Q2-9F' }))
    expect([failed.phase, failed.reference, currentStage(failed).status]).toEqual(['failed', 'K7Q2-9F', 'failed'])
    expect(told(progress(1, 'repair', 'failed', 30, { ended: 'cancelled' })).phase).toBe('cancelled')
  })
})
