import { book, book2 } from '../testing/book.ts'
import { inMetadata } from '../testing/changes.ts'
import { testRule } from '../testing/test-rule.ts'
import { calibreMetadata } from './calibre-metadata.ts'

const notes =
  '<meta name="calibre:timestamp" content="2020-01-01"/>\n<meta name="calibre:user_metadata:#tags" content="{&quot;#value#&quot;: []}"/>\n'
const series = '<meta name="calibre:series" content="Small Books"/>\n<meta name="calibre:series_index" content="2.0"/>\n'
const kept = '<meta name="calibre:user_metadata:#genre" content="{&quot;#value#&quot;: &quot;Fog&quot;}"/>\n'

testRule(calibreMetadata, {
  sound: [book(), book(inMetadata(kept)), book2(inMetadata(series))],
  cases: {
    'bookkeeping and a bookmark file': {
      broken: book({ ...inMetadata(notes + kept), 'META-INF/calibre_bookmarks.txt': 'a' }),
      repaired: book(inMetadata(kept)),
    },
    'a series, said the way of EPUB 3': {
      broken: book(inMetadata(series)),
      repaired: book(
        inMetadata(
          '<meta property="belongs-to-collection" id="series">Small Books</meta>\n<meta refines="#series" property="collection-type">series</meta>\n<meta refines="#series" property="group-position">2</meta>\n',
        ),
      ),
    },
  },
})
