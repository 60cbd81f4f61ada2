import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { fillManifests } from '../../scripts/store-manifests.ts'
import { projectRoot } from '../../scripts/project.ts'

const URL = 'https://downloads.example.com/1.2.3/'
const digest = (letter: string) => letter.repeat(64)
const PACKAGES = {
  a: 'Waybill-Setup-1.2.3.exe',
  b: 'Waybill-1.2.3-arm64.dmg',
  c: 'Waybill-1.2.3.dmg',
  d: 'waybill_1.2.3_amd64.deb',
}
const sums = (packages: Record<string, string>) =>
  Object.entries(packages)
    .map(([letter, name]) => `${digest(letter)}  ${name}\n`)
    .join('')

test("winget's and Homebrew's manifests name the version and each package by its address and digest", () => {
  const files = fillManifests(projectRoot, '1.2.3', sums(PACKAGES), URL)
  expect([...files.keys()]).toEqual([
    'homebrew/waybill.rb',
    'winget/WaybillTeam.Waybill.installer.yaml',
    'winget/WaybillTeam.Waybill.locale.en-US.yaml',
    'winget/WaybillTeam.Waybill.yaml',
  ])
  for (const text of files.values()) expect(text).not.toMatch(/\{\{|\}\}/)

  const winget = [...files].filter(([file]) => file.startsWith('winget/'))
  const head = z.looseObject({ PackageIdentifier: z.string(), PackageVersion: z.string(), ManifestType: z.string() })
  const manifests = winget.map(([, text]) => head.parse(parse(text)))
  expect(manifests.map(({ PackageIdentifier, PackageVersion }) => `${PackageIdentifier} ${PackageVersion}`)).toEqual(
    Array.from({ length: 3 }, () => 'WaybillTeam.Waybill 1.2.3'),
  )
  expect(manifests.map(({ ManifestType }) => ManifestType)).toEqual(['installer', 'defaultLocale', 'version'])
  expect(manifests[0]).toMatchObject({
    Installers: [{ InstallerUrl: `${URL}Waybill-Setup-1.2.3.exe`, InstallerSha256: digest('a') }],
  })

  const cask = files.get('homebrew/waybill.rb')
  expect(cask).toContain('version "1.2.3"')
  expect(cask).toMatch(new RegExp(`on_arm do\\s+url "${URL}Waybill-1.2.3-arm64.dmg"\\s+sha256 "${digest('b')}"`))
  expect(cask).toMatch(new RegExp(`on_intel do\\s+url "${URL}Waybill-1.2.3.dmg"\\s+sha256 "${digest('c')}"`))
})

test.each([
  ['is missing', { a: PACKAGES.a, b: PACKAGES.b }, 'There is no dmg for x64 among the packages.'],
  ['is of another version', { ...PACKAGES, c: 'Waybill-1.2.2.dmg' }, 'Waybill-1.2.2.dmg is not of version 1.2.3.'],
  [
    'is there twice',
    { ...PACKAGES, e: 'Waybill-Setup-1.2.4.exe' },
    'More than one package is an NSIS installer of Windows: Waybill-Setup-1.2.3.exe, Waybill-Setup-1.2.4.exe.',
  ],
])('nothing is written where a package %s', (_, packages, message) => {
  expect(() => fillManifests(projectRoot, '1.2.3', sums(packages), URL)).toThrow(message)
})
