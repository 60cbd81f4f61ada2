import { describe, expect, it } from 'vitest'
import { licences } from '../../scripts/licences.ts'
import packageFile from '../../package.json' with { type: 'json' }
import texts from '../../src-renderer/screens/settings/about/licence-texts.json' with { type: 'json' }
import shown from '../../src-renderer/screens/settings/about/licences.json' with { type: 'json' }

/** `node scripts/licences.ts` makes the list anew. */
describe('the list of libraries in Settings > About', () => {
  it('names every package that the app is made with', () => {
    const names = shown.map(({ name }) => name)
    // keytar is installed under another package's name.
    const wanted = Object.keys(packageFile.dependencies).map((name) => (name === 'keytar' ? '@napi-rs/keyring' : name))
    expect(wanted.filter((name) => !names.includes(name))).toEqual([])
    expect(names).toEqual(expect.arrayContaining(['electron', 'svelte', 'bits-ui']))
  })

  it('is what is installed, each under terms that the app may use', () => {
    expect(shown.map(({ name }) => name)).toEqual(licences().list.map(({ name }) => name))
    const free = /MIT|ISC|BSD|Apache-2\.0|OFL-1\.1|MPL-2\.0|Zlib|CC0|BlueOak-1\.0\.0|Python-2\.0/
    expect(shown.filter(({ licence }) => !free.test(licence))).toEqual([])
  })

  it('has the terms of each in full, but of those that bring none', () => {
    expect(texts).toEqual(licences().texts)
    const without = shown.flatMap(({ name, text }) => (text === undefined ? [name] : []))
    expect(without).toEqual([
      '@hono/zod-openapi',
      '@hono/zod-validator',
      // NOTICE.md has them.
      '@iconify-json/lucide',
      '@pdf-lib/fontkit',
      'asn1-ber',
      'dank-do-while',
      'is-reference',
      'lazy-val',
      'locate-character',
      'net-snmp',
      'pg-types',
      'pgpass',
      'saxes',
      'write-file-queue',
      'zpl-renderer-js',
    ])
  })
})
