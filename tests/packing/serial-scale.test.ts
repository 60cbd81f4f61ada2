import { describe, expect, it } from 'vitest'
import type { StationEvents } from '../../src-shared/station/app/events.ts'
import type { StationScale } from '../../src-shared/station/scale/status.ts'
import { nciScale, noPty, serialDevice } from '../support/pty.ts'
import { testSandbox } from '../support/sandbox.ts'
import { testStation } from '../support/test-station.ts'
import { until } from '../support/until.ts'

const why = noPty()

describe.skipIf(why !== null)(`A scale on a serial port ${why === null ? '' : `(skipped: ${why})`}`.trim(), () => {
  async function weighing(protocol: 'nci' | 'toledo', port: string) {
    const app = await testStation(await testSandbox())
    const { run } = app
    await run('settings.update', { scale: { connection: 'serial', serial: { port, protocol, unit: 'kg' } } })
    const state = () => run('scale.state', {})
    return {
      app,
      run,
      state,
      reaches: (is: (state: StationScale) => boolean) =>
        until('the scale', async () => (is(await state()) ? true : null)),
    }
  }

  it('is asked for its weight, and what it says of itself is told as it changes', async () => {
    const scale = await nciScale({ text: '  412.50lb', status: '00' })
    const { state, reaches, app: station } = await weighing('nci', scale.device.path)
    const reported: StationEvents['scale.changed'][] = []
    station.station.subscribe((event) => {
      if (event.name === 'scale.changed') reported.push(event.payload)
    })
    await reaches(({ reading }) => reading?.state === 'stable')
    expect(await state()).toMatchObject({
      line: { kind: 'open' },
      isSilent: false,
      reading: { shown: { value: 412.5, unit: 'lb' } },
    })
    scale.status = '10'
    await reaches(({ reading }) => reading?.state === 'motion')
    Object.assign(scale, { text: '', status: '02' })
    await reaches(({ reading }) => reading?.state === 'over')
    Object.assign(scale, { text: '', status: '01' })
    await reaches(({ reading }) => reading?.state === 'under')
    expect((await state()).reading?.shown).toBeNull()
    expect(reported.map(({ reading }) => reading?.state)).toContain('over')
  })

  it('by the Toledo protocol answers the same question', async () => {
    const device = await serialDevice((text, to) => {
      if (text.includes('W\r')) to.send('\x02012.50\r')
    })
    const { state, reaches } = await weighing('toledo', device.path)
    await reaches(({ reading }) => reading !== null)
    expect((await state()).reading).toEqual({ state: 'stable', shown: { value: 12.5, unit: 'kg' }, isNet: false })
  })

  it('that answers nothing to be read is called silent, and gives no weight', async () => {
    const device = await serialDevice((_text, to) => to.send('garbage'))
    const { state, reaches } = await weighing('nci', device.path)
    await reaches(({ isSilent }) => isSilent)
    expect(await state()).toMatchObject({ line: { kind: 'open' }, reading: null })
  })

  it('that is unplugged is told, its weight holds no more, and another port is opened when it is named', async () => {
    const first = await nciScale({ text: '10.00lb', status: '00' })
    const { run, state, reaches } = await weighing('nci', first.device.path)
    await reaches(({ reading }) => reading !== null)
    await first.device.unplug()
    await reaches(({ line }) => line.kind === 'failed')
    expect(await state()).toMatchObject({ line: { error: { code: 'SERIAL_FAILED' } }, reading: null })
    const second = await nciScale({ text: '20.00lb', status: '00' })
    await run('settings.update', {
      scale: { connection: 'serial', serial: { port: second.device.path, protocol: 'nci' } },
    })
    await reaches(({ reading }) => reading?.shown?.value === 20)
    await run('settings.update', { scale: { connection: 'none' } })
    await reaches(({ line }) => line.kind === 'off')
    expect((await state()).reading).toBeNull()
  })

  it('at a port that there is none of says so', async () => {
    const { state, reaches } = await weighing('nci', '/dev/no-such-scale')
    await reaches(({ line }) => line.kind === 'failed')
    expect((await state()).line).toMatchObject({
      error: { code: 'SERIAL_FAILED', details: { port: '/dev/no-such-scale' } },
    })
  })

  it('shares the machine with a scanner, whose codes are told whole and once', async () => {
    const scanner = await serialDevice(() => undefined)
    const app = await testStation(await testSandbox())
    const codes: string[] = []
    app.station.subscribe((event) => {
      if (event.name === 'scanner.scanned') codes.push(event.payload.code)
    })
    const { run } = app
    await run('settings.update', { scanner: { port: scanner.path } })
    await until('the port', async () => ((await run('scale.state', {})).scanner.kind === 'open' ? true : null))
    scanner.send('PO-10')
    scanner.send('42\r\nPO-1043\r')
    await until('both codes', () => (codes.length === 2 ? true : null))
    expect(codes).toEqual(['PO-1042', 'PO-1043'])
  })
})
