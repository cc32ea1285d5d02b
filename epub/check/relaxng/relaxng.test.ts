import { describe, expect, test } from 'vitest'
import { showAll } from '../document/dispatch.ts'
import { checkAgainst } from '../document/schema-check.ts'
import { parseXml } from '../document/xml-document.ts'
import type { SchemaError } from '../message.ts'
import { loadGrammar, storeGrammar } from './grammar.ts'
import { readSchema } from './read-schema.ts'
import type { Schema } from './validator.ts'

const schemaOf = async (files: Record<string, string>, start = Object.keys(files)[0]!): Promise<Schema> => ({
  grammar: await readSchema(start, async (path) => files[path]!),
})

function errorsOf(schema: Schema, xml: string): (SchemaError & { line: number; column: number })[] {
  const found: (SchemaError & { line: number; column: number })[] = []
  checkAgainst(schema, parseXml(xml), showAll, { version: 2, isXhtml: false }, (error, { line, column }) =>
    found.push({ ...error, line, column }),
  )
  return found
}

const kindsOf = (schema: Schema, xml: string) =>
  errorsOf(schema, xml).map(({ kind, element, attribute }) => [kind, attribute ?? element].join(' '))

const book = `
  # a comment
  namespace d = "urn:d"
  default namespace = "urn:book"
  start = element book { attribute id { xsd:ID }?, attribute lang { "en" | "de" }?, title, (para | note)+ }
  title = element title { text }
  para = element para { mixed { element b { text }* } }
  [ d:hint [ "annotations are passed over" ] ]
  note |= element note { attribute n { xsd:positiveInteger } , text }
`

describe('the compact syntax', () => {
  const cases: Record<string, [xml: string, errors: string[]]> = {
    'a document that fits': ['<book xmlns="urn:book" lang="en"><title>T</title><para>a <b>b</b></para></book>', []],
    'an element that does not exist': ['<book xmlns="urn:book"><title/><para/><x/></book>', ['element-unknown x']],
    'an element in the wrong place': ['<book xmlns="urn:book"><title/><para><note n="1"/></para></book>', ['element-here note']],
    'an element before one that is required': ['<book xmlns="urn:book"><para/></book>', ['element-yet para']],
    'an attribute that does not exist': ['<book xmlns="urn:book" x="1"><title/><para/></book>', ['attribute x']],
    'a value that is not allowed': ['<book xmlns="urn:book" lang="fr"><title/><para/></book>', ['attribute-value lang']],
    'a value of another datatype': ['<book xmlns="urn:book"><title/><note n="0"/></book>', ['attribute-value n']],
    'an attribute that is required': ['<book xmlns="urn:book"><title/><note/></book>', ['attribute-missing note']],
    'an element that ends too early': ['<book xmlns="urn:book"><title/></book>', ['incomplete book']],
    'text among elements': ['<book xmlns="urn:book"><title/>text<para/></book>', ['text book']],
    'another namespace': ['<book xmlns="urn:other"/>', ['element-unknown book']],
  }
  test.each(Object.entries(cases))('%s', async (_, [xml, errors]) => {
    expect(kindsOf(await schemaOf({ 'book.rnc': book }), xml)).toEqual(errors)
  })

  test('an error tells what was found, expected and required', async () => {
    const schema = await schemaOf({ 'book.rnc': book })
    expect(errorsOf(schema, '<book xmlns="urn:book">\n<para/></book>')).toEqual([
      { kind: 'element-yet', element: 'para', expected: ['title'], required: ['title'], line: 2, column: 8 },
    ])
    expect(errorsOf(schema, '<book xmlns="urn:book" lang="fr"><title/><para/></book>')[0]).toMatchObject({
      value: 'fr',
      expected: ['en', 'de'],
    })
  })

  test('text that is not allowed is one error for each of its lines', async () => {
    const schema = await schemaOf({ 'book.rnc': book })
    const places = errorsOf(schema, '<book xmlns="urn:book"><title/>one\ntwo\n<para/></book>').map(({ line, column }) => [
      line,
      column,
    ])
    expect(places).toEqual([
      [1, 35],
      [2, 4],
    ])
  })

  test('an include redefines what it brings in, and gives its namespace on', async () => {
    const schema = await schemaOf({
      'main.rnc': 'default namespace = "urn:a"\ninclude "parts/part.rnc" { inner = element yes { empty } }',
      'parts/part.rnc': 'start = element root { inner }\ninner = element no { empty }',
    })
    expect(kindsOf(schema, '<root xmlns="urn:a"><yes/></root>')).toEqual([])
    expect(kindsOf(schema, '<root xmlns="urn:a"><no/></root>')).toEqual(['element-unknown no', 'incomplete root'])
  })

  test('definitions combine, and names can be excepted', async () => {
    const schema = await schemaOf({
      'main.rnc': 'start = element r { atts }\natts &= attribute a { text }?\natts &= attribute * - (a | b) { text }*',
    })
    expect(kindsOf(schema, '<r a="" c="" d=""/>')).toEqual([])
    expect(kindsOf(schema, '<r b=""/>')).toEqual(['attribute b'])
  })
})

test('the XML syntax says the same as the compact one', async () => {
  const schema = await schemaOf({
    'main.rng': `<grammar xmlns="http://relaxng.org/ns/structure/1.0" ns="urn:a" datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes">
      <include href="part.rng"><define name="inner"><element name="yes"><empty/></element></define></include></grammar>`,
    'part.rng': `<grammar xmlns="http://relaxng.org/ns/structure/1.0" ns="urn:a"><start><element name="root">
      <attribute name="n"><data type="integer"/></attribute><ref name="inner"/></element></start>
      <define name="inner"><notAllowed/></define></grammar>`,
  })
  expect(kindsOf(schema, '<root xmlns="urn:a" n="1"><yes/></root>')).toEqual([])
  expect(kindsOf(schema, '<root xmlns="urn:a" n="x"><no/></root>')).toEqual([
    'attribute-value n',
    'element-unknown no',
    'incomplete root',
  ])
})

test('a stored grammar reads like the first', async () => {
  const { grammar } = await schemaOf({ 'book.rnc': book })
  const schema = { grammar: loadGrammar(JSON.parse(JSON.stringify(storeGrammar(grammar)))) }
  expect(kindsOf(schema, '<book xmlns="urn:book"><para/></book>')).toEqual(['element-yet para'])
})

test('a document of which no two elements are alike does not fill the memory', async () => {
  const names = Array.from({ length: 40 }, (_, i) => `(attribute a${i} { text } | attribute b${i} { text })?`).join(' & ')
  const { grammar } = await schemaOf({ 'wide.rnc': `start = element r { element e { ${names} }* }` })
  const schema = { grammar, limit: 3_000 }
  const elements = Array.from({ length: 300 }, (_, i) => {
    const attributes = Array.from({ length: 40 }, (_, bit) => (((i * 2_654_435_761) >> (bit % 31)) & 1 ? ` a${bit}=""` : ''))
    return `<e${attributes.join('')}/>`
  })
  expect(kindsOf(schema, `<r>${elements.join('')}<x/></r>`)).toEqual(['element-unknown x'])
  expect(schema.grammar.table.size()).toBeLessThan(6_000)
})

test('names that the schema does not mention are told apart only by their namespace', async () => {
  const { grammar } = await schemaOf({ 'book.rnc': book })
  expect(grammar.nameOf('urn:book', 'unknown')).toBe(grammar.nameOf('urn:book', 'other'))
  expect(grammar.nameOf('urn:book', 'para')).not.toBe(grammar.nameOf('urn:book', 'title'))
})
