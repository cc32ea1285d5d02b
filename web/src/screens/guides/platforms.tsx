import rules from 'virtual:platform-rules'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { texts } from '../../texts/texts.ts'
import { Guide } from './guide.tsx'
import { PlatformDrawing } from './platform-drawing.tsx'
import { RuleTable, SourcesRead } from './rule-table.tsx'

const words = texts.guides.platforms
type Shop = (typeof words.items)[number]

export default function Platforms() {
  return (
    <Guide
      name={texts.footer.pages.platforms}
      title={words.title}
      lead={words.lead}
      drawing={<PlatformDrawing caption={words.figure} />}
    >
      <Tabs
        label={words.tabs}
        tabs={words.items.map((shop) => ({ value: shop.id, label: shop.name, content: <Shop shop={shop} /> }))}
      />
    </Guide>
  )
}

function Shop({ shop: { name, platform, text, issues, fixes } }: { shop: Shop }) {
  return (
    <section aria-label={name}>
      <h2 className="text-28">{name}</h2>
      <p className="mt-3 max-w-measure text-18 text-quiet">{text}</p>
      <div className="mt-6 grid gap-px overflow-hidden rounded-sheet border border-rule bg-rule md:grid-cols-2">
        <List heading={words.issues} items={issues} icon="dele" ink="text-red" />
        <List heading={words.fixes} items={fixes} icon="tick" ink="text-green" />
      </div>
      <div className="mt-6">
        <RuleTable rows={rules[platform]} label={`${texts.guides.rules.caption}: ${name}`} />
      </div>
      <div className="mt-3">
        <SourcesRead rows={rules[platform]} />
      </div>
    </section>
  )
}

const List = ({ heading, items, icon, ink }: { heading: string; items: readonly string[]; icon: IconName; ink: string }) => (
  <div className="bg-sheet p-5">
    <h3 className="text-18">{heading}</h3>
    <ul className="mt-3 grid gap-3">
      {items.map((item) => (
        <li key={item} className="flex gap-3">
          <Icon name={icon} className={`mt-0.5 ${ink}`} />
          {item}
        </li>
      ))}
    </ul>
  </div>
)
