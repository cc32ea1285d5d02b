const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'
const xmlnsNamespace = 'http://www.w3.org/2000/xmlns/'

/** What a prefix stands for at the place that is being read; undefined for nothing. */
export interface Binding {
  readonly prefix: string
  uri: string | undefined
}

/** A name as it is written, taken apart once a document. */
export interface Name {
  readonly written: string
  readonly prefix: string
  readonly local: string
  /** More or fewer colons than a name can have. */
  readonly isMalformed: boolean
  readonly binding: Binding
  /** The prefix that an attribute of this name declares, empty for the default namespace; undefined for every other name. */
  readonly declares: Binding | undefined
}

/** Names and prefixes of one document. A prefix is found at once however deep the elements nest. */
export function createNames() {
  const bindings = new Map<string, Binding>()
  const names = new Map<string, Name>()
  const undo: { readonly binding: Binding; readonly uri: string | undefined }[] = []

  function bindingOf(prefix: string): Binding {
    let binding = bindings.get(prefix)
    if (!binding) bindings.set(prefix, (binding = { prefix, uri: undefined }))
    return binding
  }
  bindingOf('xml').uri = xmlNamespace
  bindingOf('xmlns').uri = xmlnsNamespace

  function take(written: string): Name {
    const colon = written.indexOf(':')
    const prefix = colon < 0 ? '' : written.slice(0, colon)
    const local = colon < 0 ? written : written.slice(colon + 1)
    const declares = prefix === 'xmlns' ? bindingOf(local) : written === 'xmlns' ? bindingOf('') : undefined
    const isMalformed = colon >= 0 && (prefix === '' || local === '' || local.includes(':'))
    const name: Name = { written, prefix, local, isMalformed, binding: bindingOf(prefix), declares }
    names.set(written, name)
    return name
  }

  return {
    of: (written: string): Name => names.get(written) ?? take(written),
    /** How many declarations are in force; `leave` goes back there. */
    mark: () => undo.length,
    declare(binding: Binding, uri: string) {
      undo.push({ binding, uri: binding.uri })
      binding.uri = uri
    },
    leave(mark: number) {
      while (undo.length > mark) {
        const { binding, uri } = undo.pop()!
        binding.uri = uri
      }
    },
  }
}

/** What is wrong with declaring a prefix so; undefined when nothing is. */
export function declarationFault(prefix: string, uri: string): string | undefined {
  if (prefix === 'xml' && uri !== xmlNamespace) return `xml prefix must be bound to ${xmlNamespace}.`
  if (prefix === 'xmlns' && uri !== xmlnsNamespace) return `xmlns prefix must be bound to ${xmlnsNamespace}.`
  if (uri === xmlnsNamespace)
    return prefix === ''
      ? `the default namespace may not be set to ${uri}.`
      : `may not assign a prefix (even "xmlns") to the URI ${xmlnsNamespace}.`
  if (uri !== xmlNamespace || prefix === 'xml') return undefined
  return prefix === '' ? `the default namespace may not be set to ${uri}.` : 'may not assign the xml namespace to another prefix.'
}
