import { extensionOf } from '../href.ts'
import { defineRule } from './rule.ts'

/** The name of the file is its owner's; what we hand back ends in `.epub`. */
export const packingExtension = defineRule({
  id: 'packing-extension',
  feature: 2,
  answers: [{ id: 'PKG-016' }, { id: 'PKG-017' }, { id: 'PKG-024' }],
  class: 'report',
  why: 'Some apps know a book only by a file name that ends in ".epub".',

  detect({ fileName }) {
    const extension = extensionOf(fileName)
    if (fileName === '' || /\.epub$/.test(fileName)) return []
    const isUpper = extension === 'epub'
    return [
      {
        path: '',
        id: isUpper ? 'PKG-016' : 'PKG-017',
        note: isUpper ? 'Write ".epub" in small letters.' : 'Let the name of the file end in ".epub".',
      },
    ]
  },

  fix: () => [],
})
