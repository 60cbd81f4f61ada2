import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readAsPrinter, readings, type PrinterReading } from './index.ts'

const FOLDER = fileURLToPath(new URL('../../../../shared/labels/', import.meta.url))

/** Three of the files were made to show something; the others come from carriers. */
const MADE = ['labelary', 'templating', 'encodings_013']

/** How often each command occurs in 23 labels of carriers and shops, and in how many of them: these here are nine. */
const KNOWN_COUNTS = `^FO 23,903; ^FS 23,1099; ^XA 23,29; ^XZ 23,27; ^FD 22,745; ^GB 19,296; ^BY 18,30; ^A 16,442; ^CI 16,61;
  ^BC 15,23; ^LH 11,11; ^GF 11,32; ^PO 9,9; ^CF 9,136; ^FB 8,73; ^FH 8,176; ^PQ 8,8; ^FW 7,100; ^PW 7,7; ^FX 6,39; ^LR 5,6;
  ^BX 5,7; ^FT 5,181; ^MN 4,4; ^LL 4,5; ^PR 4,4; ^FR 4,69; ^PM 4,4; ^MM 3,3; ^MC 3,4; ^B3 2,2; ^B2 2,2; ^XG 2,3; ~DG 2,3;
  ^GD 2,5; ^LS 2,2; ~SD 2,2; ^MU 2,2; ^JM 2,2; ^CW 2,6; ^BQ 2,3; ^FV 2,56; ^CV 2,2; ^BD 2,2; ^MF 2,2; ^XB 1,1; ^ID 1,1;
  ^B7 1,1; ^MD 1,1; ~JS 1,1; ~TA 1,1; ^LT 1,1; ^JU 1,1; ^MT 1,1; ~JO 1,1; ^BO 1,1; ^DN 1,1; ^SZ 1,1; ^GS 1,1`

const label = (name: string) => readFileSync(`${FOLDER}${name}.zpl`)
const named = (reading: PrinterReading, command: string) =>
  reading.commands.filter(({ prefix, name }) => prefix + name === command)

describe.skipIf(!existsSync(FOLDER))('labels of real carriers (skipped: no carrier labels)', () => {
  const carriers = () =>
    readdirSync(FOLDER)
      .filter((file) => file.endsWith('.zpl'))
      .map((file) => file.replace('.zpl', ''))
      .filter((name) => !MADE.includes(name))

  test('hold no command that such labels were not seen with, and none more often', () => {
    const known = new Map(
      KNOWN_COUNTS.split(';').map((row) => {
        const [command = '', counts = ''] = row.trim().split(' ')
        const [files = 0, uses = 0] = counts.split(',').map(Number)
        return [command, { files, uses }] as const
      }),
    )
    const found = new Map<string, { files: number; uses: number }>()
    for (const name of carriers()) {
      const commands = readAsPrinter(label(name), 'zpl').commands.map((command) => command.prefix + command.name)
      for (const command of commands) {
        const sofar = found.get(command) ?? { files: 0, uses: 0 }
        found.set(command, { ...sofar, uses: sofar.uses + 1 })
      }
      for (const command of new Set(commands)) {
        const sofar = found.get(command) ?? { files: 0, uses: 0 }
        found.set(command, { ...sofar, files: sofar.files + 1 })
      }
    }
    expect(carriers()).toHaveLength(9)
    const more = [...found].filter(([command, { files, uses }]) => {
      const limit = known.get(command)
      return !limit || files > limit.files || uses > limit.uses
    })
    expect(more).toEqual([])
    expect(found.get('^XA')?.uses).toBeGreaterThanOrEqual(carriers().length)
  })

  test('carry the settings that each carrier is known for', () => {
    const settings = (name: string) => Object.fromEntries(readAsPrinter(label(name), 'zpl').settings)
    expect(settings('ups')).toMatchObject({
      'media tracking': 'Y',
      'feed at power-up': 'N,N',
      'bar code errors': 'Y',
      orientation: 'I',
    })
    expect(settings('fedex')).toMatchObject({ 'relative darkness': '30', speed: '12', orientation: 'I' })
    expect(settings('glscz')).toMatchObject({ darkness: '30', configuration: 'S', 'print mode': 'T' })
    expect(named(readAsPrinter(label('usps'), 'zpl'), '^SZ').map(({ parameters }) => parameters)).toEqual(['2'])
    expect(named(readAsPrinter(label('ups'), 'zpl'), '^DN')).toHaveLength(1)
    expect(named(readAsPrinter(label('amazon'), 'zpl'), '^XB')).toHaveLength(1)
    expect(settings('swisspost')).toMatchObject({ 'object R:IMG1.GRF': 'stored', 'object R:IMG2.GRF': 'stored' })
  })

  test('print once each, also where a format is begun twice', () => {
    for (const name of carriers()) expect([name, readAsPrinter(label(name), 'zpl').copies]).toEqual([name, 1])
    expect(named(readAsPrinter(label('posten'), 'zpl'), '^XA')).toHaveLength(2)
    expect(named(readAsPrinter(label('posten'), 'zpl'), '^XZ')).toHaveLength(1)
  })

  test('do nothing dangerous but for the one that saves its settings', () => {
    const dangers = carriers().flatMap((name) =>
      readAsPrinter(label(name), 'zpl').dangers.map((danger) => [name, danger]),
    )
    expect(dangers).toEqual([['glscz', 'saves the settings in flash: ^JUS']])
  })

  test('are read alike by every printer', () => {
    for (const name of readdirSync(FOLDER).filter((file) => file.endsWith('.zpl'))) {
      const [first, ...others] = readings(readFileSync(FOLDER + name), 'zpl')
      for (const other of others) expect(other).toEqual(first)
    }
  })

  test('follow a caret that moves to a hyphen and back, and store a format in flash where they say so', () => {
    const moved = readAsPrinter(label('encodings_013'), 'zpl')
    expect(named(moved, '^CI').map(({ parameters }) => parameters)).toEqual([...Array(14).keys()].map(String))
    expect(moved.settings.has('caret')).toBe(false)
    const template = readAsPrinter(label('templating'), 'zpl')
    expect(template.dangers).toEqual(['stores in flash: ^DF E:SAMPLE.ZPL'])
    expect([template.labels, template.copies]).toEqual([2, 2])
  })
})
