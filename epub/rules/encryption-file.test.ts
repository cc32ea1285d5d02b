import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { encryptionFile } from './encryption-file.ts'

const entry = (uri: string) =>
  `<e:EncryptedData xmlns:e="http://www.w3.org/2001/04/xmlenc#"><e:EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/><e:CipherData><e:CipherReference URI="${uri}"/></e:CipherData></e:EncryptedData>`
const file = (entries: string) => `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container">${entries}</encryption>`

testRule(encryptionFile, {
  cases: {
    'a leftover that names nothing': {
      broken: book({ 'META-INF/encryption.xml': '<encryption><enc:EncryptedData></encryption>' }),
      repaired: book(),
    },
    'one entry of two names a lost file': {
      broken: book({ 'META-INF/encryption.xml': file(entry('EPUB/picture.png') + entry('EPUB/gone.ttf')) }),
      repaired: book({ 'META-INF/encryption.xml': file(entry('EPUB/picture.png')) }),
    },
  },
})
