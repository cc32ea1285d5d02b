import { fontSizes, type PreviewLook, previewThemes } from '../../../../contract/preview.ts'
import { Button } from '../../parts/button.tsx'
import { Choice } from '../../parts/choice.tsx'
import { texts } from '../../texts/texts.ts'

const words = texts.preview.settings

interface Props {
  readonly look: PreviewLook
  readonly onLook: (look: PreviewLook) => void
  readonly isFixed: boolean
}

const clamp = (size: number) => Math.min(Math.max(size, fontSizes.least), fontSizes.most)

/** Paper and letters of the page. */
export function Settings({ look, onLook, isFixed }: Props) {
  const { size } = look
  const step = (by: number) => onLook({ ...look, size: clamp(size + by) })
  const button = 'min-h-10! border-transparent! px-3!'
  return (
    <section aria-labelledby="preview-settings">
      <h2 id="preview-settings" className="text-18">
        {words.heading}
      </h2>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Choice
          legend={words.theme.legend}
          values={previewThemes}
          names={words.theme}
          value={look.theme}
          onValue={(theme) => onLook({ ...look, theme })}
        />
        <fieldset className="flex items-center rounded-sheet border border-edge bg-sheet p-0.5">
          <legend className="sr-only">{words.size}</legend>
          <Button
            className={button}
            aria-label={words.smaller}
            disabled={size <= fontSizes.least}
            onClick={() => step(-fontSizes.step)}
          >
            A−
          </Button>
          <output className="min-w-14 text-center text-14 figures">{words.pixels(size)}</output>
          <Button
            className={button}
            aria-label={words.larger}
            disabled={size >= fontSizes.most}
            onClick={() => step(fontSizes.step)}
          >
            A+
          </Button>
        </fieldset>
      </div>
      {isFixed && <p className="mt-3 text-14 text-quiet">{words.fixed}</p>}
    </section>
  )
}
