import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Score } from './score.tsx'

test('K227: without measured scores the display falls back to those of the specification', () => {
  const said = renderToStaticMarkup(<Score />)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
  expect(said).toMatch(/^ 95 of 100 A\+ · Excellent/)
  expect(said).toMatch(
    /Structure counts \d+ % 98 .*Content counts \d+ % 92 .*Metadata counts \d+ % 96 .*Compatibility counts \d+ % 94/,
  )
  const better = { overallScore: 95, structureScore: 98, contentScore: 92, metadataScore: 96, compatibilityScore: 94 }
  const worse = { ...better, overallScore: 60 }
  expect(renderToStaticMarkup(<Score scores={better} before={worse} />)).toContain('Improving: 60 before')
})
