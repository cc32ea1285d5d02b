import { Button } from '../../parts/button.tsx'
import { Section } from '../../parts/section.tsx'
import { texts } from '../../texts/texts.ts'
import { copy } from './copy.ts'

const words = texts.support.summary

/** The answer to "what happened to my book?", as it can be sent. */
export const Summary = ({ text }: { text: string }) => (
  <Section heading={words.heading}>
    <p className="mt-3 max-w-measure whitespace-pre-line" data-summary>
      {text}
    </p>
    <Button icon="copy" className="mt-4" onClick={() => void copy(text, words.copied)}>
      {words.copy}
    </Button>
  </Section>
)
