import { accessibilityFormulas } from './accessibility-formulas.ts'
import { accessibilityHeadings } from './accessibility-headings.ts'
import { accessibilityLanguage } from './accessibility-language.ts'
import { accessibilityMetadata } from './accessibility-metadata.ts'
import { accessibilityPages } from './accessibility-pages.ts'
import { accessibilityRoles } from './accessibility-roles.ts'
import { accessibilityTables } from './accessibility-tables.ts'
import { calibreClasses } from './calibre-classes.ts'
import { calibreMetadata } from './calibre-metadata.ts'
import { calibrePages } from './calibre-pages.ts'
import { fontEmbedding } from './font-embedding.ts'
import { fontFallback } from './font-fallback.ts'
import { fontFormat } from './font-format.ts'
import { fontKey } from './font-key.ts'
import { fontName } from './font-name.ts'
import { imageBudget } from './image-budget.ts'
import { kindleContents } from './kindle-contents.ts'
import { kindleDeclaration } from './kindle-declaration.ts'
import { kindleForms } from './kindle-forms.ts'
import { kindleLanguage } from './kindle-language.ts'
import { kindleLinks } from './kindle-links.ts'
import { kindleStyles } from './kindle-styles.ts'
import { packageUpgrade } from './package-upgrade.ts'
import { pageBlank } from './page-blank.ts'
import { pageSplit } from './page-split.ts'
import { residualSearch } from './residual-search.ts'
import type { Rule } from './rule.ts'
import { slimFiles } from './slim-files.ts'
import { slimHyphens } from './slim-hyphens.ts'
import { slimStyles } from './slim-styles.ts'
import { styleRenderer } from './style-renderer.ts'
import { viewportDouble } from './viewport-double.ts'
import { viewportPicture } from './viewport-picture.ts'

/** What makes a sound book better for those who ask for it, and the search for the last errors. */
export const advancedRules: readonly Rule[] = [
  packageUpgrade,
  calibreMetadata,
  calibreClasses,
  calibrePages,
  kindleDeclaration,
  kindleLinks,
  kindleForms,
  kindleStyles,
  kindleContents,
  kindleLanguage,
  styleRenderer,
  imageBudget,
  fontFormat,
  fontKey,
  fontFallback,
  fontEmbedding,
  fontName,
  accessibilityLanguage,
  accessibilityTables,
  accessibilityRoles,
  accessibilityFormulas,
  accessibilityHeadings,
  accessibilityPages,
  accessibilityMetadata,
  viewportDouble,
  viewportPicture,
  pageSplit,
  pageBlank,
  slimStyles,
  slimFiles,
  slimHyphens,
  residualSearch,
]
