import { isPinOf } from '../../src-main/people/secret-hash.ts'
import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createBadgeHasher } from '../../src-main/people/badge-hash.ts'
import { openPeople } from '../../src-main/people/people.ts'
import { approvalStore } from '../../src-main/people/approvals.rows.ts'
import { badgeTryStore } from '../../src-main/people/badge-tries.rows.ts'
import { personStore } from '../../src-main/people/people.rows.ts'
import { openBrowserHost } from '../../src-main/shell/browser/host.ts'
import { settingStore } from '../../src-main/settings/settings.rows.ts'
import type { Station } from '../../src-main/app/station.ts'
import { COMMAND_NAMES, commands, type CommandName } from '../../src-shared/station/commands.ts'
import type { Credentials, Person } from '../../src-shared/station/app/people.ts'
import type { CommandResult } from '../../src-shared/station/error.ts'
import { ROLES, isAtLeast, type Role } from '../../src-shared/station/role.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { filesIn } from '../support/files-in.ts'
import { setQuickPin } from '../support/quick-pin.ts'
import { testSandbox } from '../support/sandbox.ts'
import { tempDir } from '../support/temp-dir.ts'
import { testStation, type TestStation } from '../support/test-station.ts'

const PINS: Record<Role, string> = { packer: '4711', clerk: '5820', supervisor: '9038' }
const BADGES: Record<Role, string> = { packer: 'STAFF-0001', clerk: 'STAFF-0002', supervisor: 'STAFF-0003' }

/** A station where a packer, a clerk and a supervisor sign in; nobody is signed in yet. */
async function staffed(
  clock = new FakeClock(),
): Promise<TestStation & { staff: Record<Role, Person>; clock: FakeClock }> {
  const sandbox = await testSandbox({ clock })
  const open = await testStation(sandbox, { background: false })
  const { people } = open.station.services
  const added = async (role: Role): Promise<Person> => {
    const person = await people.save({ name: `The ${role}`, role, badge: BADGES[role] })
    await setQuickPin(open.station, clock, person, PINS[role])
    return person
  }
  const staff = {
    packer: await added('packer'),
    clerk: await added('clerk'),
    supervisor: await added('supervisor'),
  }
  await open.run('people.setRules', { isOn: true, idleMinutes: 10 })
  return { ...open, clock, staff }
}

const answered = (result: CommandResult<unknown>): unknown => (result.ok ? result.value : result.error)
const asked = async (station: Station, name: string, input: unknown = {}) => answered(await station.invoke(name, input))

/** Asks as a page of the browser shell does. */
async function askedByBrowser(station: Station): Promise<typeof asked> {
  const host = await openBrowserHost({ station, rendererDir: tempDir(), onOpened: () => {}, onContested: () => {} })
  onTestFinished(() => host.close())
  const { origin, hash } = new URL(host.url)
  const post = (path: string, headers: Record<string, string>, body = '') =>
    fetch(origin + path, { method: 'POST', headers: { origin, ...headers }, body })
  const opened = await post('/open', { 'x-waybill-link': hash.slice(1) })
  const page = {
    cookie: opened.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    'x-waybill-session': await opened.text(),
    'content-type': 'application/json',
  }
  return async (_, name, input = {}) => {
    const answer = await post(`/command/${name}`, page, JSON.stringify(input))
    return answered((await answer.json()) as CommandResult<unknown>)
  }
}

const signIn = (station: Station, credentials: Credentials) => asked(station, 'people.signIn', credentials)
const withPin = (person: Person, pin: string): Credentials => ({ personId: person.personId, pin })

describe('every command of the table', () => {
  test.each([
    ['on screen', async () => asked],
    ['over the browser shell', askedByBrowser],
  ])('%s is refused to each role below its least, and to nobody, whatever it is given', async (_, openWay) => {
    const { station, staff } = await staffed()
    const asked = await openWay(station)
    const refusedTo = async (who: string, role: Role | null) => {
      for (const name of COMMAND_NAMES) {
        const { least } = commands[name].access
        if (least === 'anyone' || (role !== null && isAtLeast(role, least))) continue
        expect(await asked(station, name), `${name} as ${who}`).toMatchObject(
          role === null
            ? { code: 'SIGN_IN_NEEDED', details: { command: name } }
            : { code: 'ROLE_NEEDED', details: { command: name, least, role } },
        )
      }
    }
    await refusedTo('nobody', null)
    for (const role of ROLES) {
      await signIn(station, withPin(staff[role], PINS[role]))
      await refusedTo(role, role)
    }
  })

  test('is let through for its least role and those above it', async () => {
    const { station, staff } = await staffed()
    const { signIn: gate } = station.services.people
    for (const role of ROLES) {
      await signIn(station, withPin(staff[role], PINS[role]))
      const allowed = COMMAND_NAMES.filter((name) => {
        const { least } = commands[name].access
        return least === 'anyone' || isAtLeast(role, least)
      })
      expect(allowed.length).toBeGreaterThan(10)
      for (const name of allowed) expect(() => gate.refuse(name, commands[name].access, 'screen'), name).not.toThrow()
    }
  })

  test('is approved for the input that was refused, and for no other one', async () => {
    const { station, staff } = await staffed()
    const { signIn: gate } = station.services.people
    await signIn(station, withPin(staff.packer, PINS.packer))
    const credentials = withPin(staff.supervisor, PINS.supervisor)
    const approvable: string[] = []
    const approved = new Set<string>()
    for (const name of COMMAND_NAMES) {
      const { access } = commands[name]
      const refusalOf = (input: unknown): { code: string; details: { refusalId?: string } } | null => {
        try {
          gate.refuse(name, access, 'screen', input)
          return null
        } catch (error) {
          return error as ReturnType<typeof refusalOf>
        }
      }
      const refusalId = refusalOf({ name, content: 1 })?.details.refusalId
      if (refusalId === undefined) continue
      approvable.push(name)
      // A PIN takes its time: one command of each role.
      if (typeof access.least !== 'string' || approved.has(access.least)) continue
      approved.add(access.least)
      await gate.approve(refusalId, credentials)
      expect(refusalOf({ name, content: 2 }), name).toMatchObject({ code: 'ROLE_NEEDED' })
      expect(refusalOf({ name, content: 1 }), name).toBe(null)
    }
    expect(approvable.filter((name) => /^(people|connections)\./.test(name))).toEqual([])
    expect(approvable.length).toBeGreaterThan(50)
  })

  test('that only reads what everybody sees is the only one that nobody needs to sign in for', () => {
    const open = COMMAND_NAMES.filter((name) => commands[name].access.least === 'anyone')
    expect(open.sort()).toEqual([
      'people.signIn',
      'people.signOut',
      'people.touch',
      'preferences.list',
      'station.state',
      'support.screenError',
    ] satisfies CommandName[])
  })

  test('asks for more where its input does: own settings, and limits that a supervisor sets', async () => {
    const { station, staff } = await staffed()
    await signIn(station, withPin(staff.packer, PINS.packer))
    expect(await asked(station, 'settings.update', { theme: 'dark' })).toMatchObject({ theme: 'dark' })
    expect(await asked(station, 'settings.update', { theme: 'dark', priceTolerance: 25 })).toMatchObject({
      code: 'ROLE_NEEDED',
      details: { least: 'supervisor', role: 'packer' },
    })
    await signIn(station, withPin(staff.clerk, PINS.clerk))
    expect(await asked(station, 'batches.run', { batchId: 'none', approvedBy: 'A. Nyone' })).toMatchObject({
      code: 'ROLE_NEEDED',
    })
  })

  test('is given by anybody where nobody signs in', async () => {
    const { station } = await testStation(await testSandbox(), { background: false })
    expect(await asked(station, 'people.list')).toEqual([])
    expect(await asked(station, 'station.state')).not.toHaveProperty('signIn')
  })
})

describe('signing in', () => {
  test('by badge, by badge and PIN for a supervisor, by name and PIN; the next takes the place of the one before', async () => {
    const { station, staff } = await staffed()
    expect(await signIn(station, { badge: BADGES.packer })).toMatchObject({
      signIn: { person: { personId: staff.packer.personId, role: 'packer' } },
    })
    expect(await signIn(station, { badge: BADGES.supervisor })).toMatchObject({
      code: 'SIGN_IN_REFUSED',
      details: { why: 'pin-needed', name: 'The supervisor' },
    })
    expect(await asked(station, 'station.state')).toMatchObject({ signIn: { person: { role: 'packer' } } })
    expect(await signIn(station, { badge: BADGES.supervisor, pin: PINS.supervisor })).toMatchObject({
      signIn: { person: { role: 'supervisor' } },
    })
    const { rows } = await station.services.auditLog.list({ subjectKind: 'person', limit: 3 })
    expect(rows.map(({ action, subjectId, name, operator }) => [action, subjectId, name, operator])).toEqual([
      ['signed-in', staff.supervisor.personId, 'The supervisor', 'The supervisor'],
      ['signed-out', staff.packer.personId, 'The packer', 'The packer'],
      ['signed-in', staff.packer.personId, 'The packer', 'The packer'],
    ])
  })

  test('waits longer and longer after wrong PINs, also after a restart, and a right one does not help meanwhile', async () => {
    const { station, staff, clock, dataDir, close } = await staffed()
    const guess = (pin: string) => signIn(station, withPin(staff.clerk, pin))
    const wrong = await Promise.all(['0001', '0002', '0003', '0004', '0005'].map(guess))
    expect(wrong).toEqual(Array(5).fill(expect.objectContaining({ code: 'SIGN_IN_REFUSED' })))
    expect(await guess(PINS.clerk)).toMatchObject({
      details: { why: 'blocked', until: new Date(clock.now().getTime() + 30_000).toISOString() },
    })
    await close()

    const again = await testStation(await testSandbox({ clock }), { dataDir, background: false })
    const retry = (pin: string) => signIn(again.station, withPin(staff.clerk, pin))
    expect(await retry(PINS.clerk)).toMatchObject({ details: { why: 'blocked' } })
    clock.advance(30_000)
    expect(await retry('0006')).toMatchObject({ details: { why: 'wrong-pin' } })
    clock.advance(59_000)
    expect(await retry(PINS.clerk)).toMatchObject({ details: { why: 'blocked' } })
    clock.advance(1_000)
    expect(await retry(PINS.clerk)).toMatchObject({ signIn: { person: { role: 'clerk' } } })
    expect(await retry('0007')).toMatchObject({ details: { why: 'wrong-pin' } })
  })

  test('with badges that nobody has is held back as well', async () => {
    const { station } = await staffed()
    for (let tried = 0; tried < 5; tried += 1) {
      expect(await signIn(station, { badge: `GUESS-${tried}` })).toMatchObject({ details: { why: 'unknown-badge' } })
    }
    expect(await signIn(station, { badge: BADGES.packer })).toMatchObject({ details: { why: 'blocked' } })
  })

  test('ends when nobody touches the screen for as long as is set, by the clock also when timers slept', async () => {
    const { station, staff, clock } = await staffed()
    await signIn(station, withPin(staff.packer, PINS.packer))
    clock.advance(9 * 60_000)
    await asked(station, 'people.touch')
    clock.advance(9 * 60_000)
    expect(await asked(station, 'printers.list')).not.toHaveProperty('code')
    clock.advance(60_000)
    expect(await asked(station, 'printers.list')).toMatchObject({ code: 'SIGN_IN_NEEDED' })
    await asked(station, 'people.touch')
    expect(await asked(station, 'station.state')).toMatchObject({ signIn: { person: null } })
  })

  test('keeps neither badge nor PIN in what it writes', async () => {
    const { station, dataDir, run, staff, close } = await staffed()
    const { personId, name } = staff.clerk
    await run('people.save', { personId, name, role: 'clerk', pin: PINS.clerk })
    const { badge, svg } = await run('people.drawBadge', { personId: staff.packer.personId })
    expect(badge).toMatch(/^WBP-[2-9A-HJ-NP-Z]{24}$/)
    expect(svg).toContain('<svg')
    expect(await signIn(station, { badge })).toMatchObject({ signIn: { person: { role: 'packer' } } })
    const { pin_hash: kept } = (await personStore(station.stores.ledger.db, new FakeClock()).get(personId)) ?? {}
    expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    await close()
    const files = filesIn(dataDir)
    expect(files.length).toBeGreaterThan(2)
    for (const file of files) {
      for (const secret of [badge, ...Object.values(BADGES)]) expect(file.bytes.includes(secret), file.name).toBe(false)
    }
  })

  test('signs in by a PIN that another implementation of Argon2 hashed', async () => {
    const hash = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'
    expect(await isPinOf(hash, 'password')).toBe(true)
    expect(await isPinOf(hash, 'passwort')).toBe(false)
    expect(await isPinOf(hash.slice(0, -4), 'password')).toBe(false)
    expect(await isPinOf('', 'password')).toBe(false)
  })
})

describe('a person', () => {
  test('is refused by the field that cannot be', async () => {
    const { station, staff } = await staffed()
    await signIn(station, withPin(staff.supervisor, PINS.supervisor))
    const refused: [input: Record<string, unknown>, path: string][] = [
      [{ name: 'The clerk', role: 'packer' }, 'name'],
      [{ name: 'New', role: 'packer', badge: BADGES.clerk }, 'badge'],
      [{ name: 'New', role: 'packer', pin: '1234' }, 'pin'],
      [{ name: 'New', role: 'packer', pin: '8765' }, 'pin'],
      [{ name: 'New', role: 'packer', pin: '1111' }, 'pin'],
      [{ name: 'New', role: 'packer', pin: '12' }, 'pin'],
      [{ name: 'New', role: 'boss' }, 'role'],
      [{ name: ' ', role: 'packer' }, 'name'],
    ]
    for (const [input, path] of refused) {
      expect(await asked(station, 'people.save', input), JSON.stringify(input)).toMatchObject({
        code: 'INVALID_INPUT',
        details: { issues: [{ path }] },
      })
    }
  })

  test('who is the only supervisor stays one while people sign in', async () => {
    const { station, staff, run } = await staffed()
    const { personId, name } = staff.supervisor
    await signIn(station, withPin(staff.supervisor, PINS.supervisor))
    for (const [command, input] of [
      ['people.end', { personId }],
      ['people.save', { personId, name, role: 'clerk' }],
      ['people.save', { personId, name, role: 'supervisor', pin: null }],
    ] as const) {
      expect(await asked(station, command, input)).toMatchObject({ code: 'SUPERVISOR_NEEDED' })
    }
    await run('people.save', { name: 'Another', role: 'supervisor', pin: '3692' })
    expect(await asked(station, 'people.end', { personId })).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ personId, endedAt: expect.any(String), hasPin: false })]),
    )
    expect(await asked(station, 'people.list')).toMatchObject({ code: 'SIGN_IN_NEEDED' })
  })

  test('whose role ends in the middle of a form keeps the form, and may not hand it in', async () => {
    const { station, staff, run } = await staffed()
    const form = { form: 'quote', key: 'new', body: { zip: '78045' } }
    await signIn(station, withPin(staff.clerk, PINS.clerk))
    await asked(station, 'drafts.save', form)
    await run('people.save', { personId: staff.clerk.personId, name: 'The clerk', role: 'packer' })
    expect(await asked(station, 'quotes.list')).toMatchObject({ code: 'ROLE_NEEDED' })
    expect(await asked(station, 'drafts.get', form)).toMatchObject({ draft: { body: form.body } })
    await signIn(station, withPin(staff.packer, PINS.packer))
    expect(await asked(station, 'drafts.get', form)).toEqual({ draft: null })
    await asked(station, 'drafts.save', { ...form, body: { zip: '60654' } })
    await signIn(station, withPin(staff.clerk, PINS.clerk))
    expect(await asked(station, 'drafts.list', {})).toMatchObject([{ body: form.body }])
  })
})

const PRICE_TOLERANCE_5 = [{ path: 'priceTolerance', was: 0, now: 5 }]

describe('the audit log', () => {
  test('names who did it, also when several share a commit', async () => {
    const { station, staff } = await staffed()
    await signIn(station, withPin(staff.supervisor, PINS.supervisor))
    const first = asked(station, 'settings.update', { theme: 'dark' })
    const second = asked(station, 'settings.update', { density: 'compact' })
    await Promise.all([first, second])
    await signIn(station, withPin(staff.clerk, PINS.clerk))
    await asked(station, 'settings.update', { theme: 'light' })
    const { rows } = await station.services.auditLog.list({ subjectKind: 'setting', subjectId: 'settings', limit: 3 })
    expect(rows.map(({ operator, actor }) => [operator, actor])).toEqual([
      ['The clerk', 'operator'],
      ['The supervisor', 'operator'],
      ['The supervisor', 'operator'],
    ])
  })

  test("bears a supervisor's word for what their role allows, once and for two minutes", async () => {
    const { station, staff, clock } = await staffed()
    await signIn(station, withPin(staff.packer, PINS.packer))
    const limits = (priceTolerance = 5) => asked(station, 'settings.update', { priceTolerance })
    const { refusalId } = ((await limits()) as { details: { refusalId: string } }).details
    const approve = (credentials: Credentials) => asked(station, 'people.approve', { refusalId, credentials })

    expect(await asked(station, 'inbox.refusal', { refusalId })).toEqual({
      command: 'settings.update',
      text: 'priceTolerance: 5',
    })
    expect(await approve({ badge: BADGES.clerk })).toMatchObject({ code: 'ROLE_NEEDED' })
    expect(await approve({ badge: BADGES.supervisor })).toMatchObject({ details: { why: 'pin-needed' } })
    expect(await limits()).toMatchObject({ code: 'ROLE_NEEDED' })
    expect(await approve({ badge: BADGES.supervisor, pin: PINS.supervisor })).toMatchObject({
      approvedBy: 'The supervisor',
    })
    // It is for what was shown to the supervisor, and nothing else of that command.
    expect(await limits(6)).toMatchObject({ code: 'ROLE_NEEDED' })
    expect(await limits()).toMatchObject({ priceTolerance: 5 })
    expect(await limits()).toMatchObject({ code: 'ROLE_NEEDED' })

    await approve(withPin(staff.supervisor, PINS.supervisor))
    clock.advance(2 * 60_000)
    expect(await limits()).toMatchObject({ code: 'ROLE_NEEDED' })

    const { rows } = await station.services.auditLog.list({ subjectKind: 'setting', subjectId: 'settings', limit: 1 })
    expect(rows).toMatchObject([
      { operator: 'The packer', detail: { changes: PRICE_TOLERANCE_5, approvedBy: 'The supervisor' } },
    ])
  })
})

const KEY = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' }).toString('base64')

test('A packer prints to printers that are set up, and to no port that is only named', async () => {
  const { station, staff } = await staffed()
  await signIn(station, withPin(staff.packer, PINS.packer))
  const file = { name: 'label.zpl', base64: Buffer.from('^XA^FDA^FS^XZ').toString('base64') }
  const printer = { uri: 'tcp://127.0.0.1:6379' }
  expect(await asked(station, 'jobs.printFile', { ...file, printer })).toMatchObject({
    code: 'ROLE_NEEDED',
    details: { least: 'supervisor' },
  })
  expect(await asked(station, 'printers.discover', { address: '10.0.0.1' })).toMatchObject({ code: 'ROLE_NEEDED' })
  expect(await asked(station, 'jobs.printFile', { ...file, printer: { printerId: 'none' } })).toMatchObject({
    code: 'NOT_FOUND',
  })
})

describe('a spoken word', () => {
  const refusal = (answer: unknown) => {
    expect(answer).toMatchObject({ code: 'ROLE_NEEDED' })
    return (answer as { details: { refusalId?: string; ask?: string } }).details
  }

  test.each([
    ['people.save', { name: 'The packer', role: 'supervisor' }],
    ['connections.makeToken', { name: 'ERP', role: 'supervisor' }],
    ['settings.update', { updates: { feedUrl: 'https://evil.test/feed', publicKey: KEY } }],
  ] as const)('is none for who may do what, who connects and where updates come from: %s', async (command, input) => {
    const { station, staff } = await staffed()
    await signIn(station, withPin(staff.packer, PINS.packer))
    const { refusalId, ask } = refusal(await asked(station, command, input))
    expect([refusalId, ask]).toEqual([undefined, undefined])
  })

  test("is for whoever was refused, and nobody else's", async () => {
    const { station, staff } = await staffed()
    await signIn(station, withPin(staff.packer, PINS.packer))
    const { refusalId } = refusal(await asked(station, 'settings.update', { priceTolerance: 5 }))
    await signIn(station, withPin(staff.clerk, PINS.clerk))
    const credentials = withPin(staff.supervisor, PINS.supervisor)
    expect(await asked(station, 'people.approve', { refusalId, credentials })).toMatchObject({ code: 'NOT_FOUND' })
    expect(await asked(station, 'inbox.refusal', { refusalId })).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('is possible for what holds a secret, of which nothing is told and no inbox hears', async () => {
    const { station, staff } = await staffed()
    await signIn(station, withPin(staff.packer, PINS.packer))
    const input = { rules: {}, mailPassword: 'pass-4711-word' }
    const { refusalId, ask } = refusal(await asked(station, 'inbox.setRules', input))
    expect(ask).toBe(undefined)
    expect(await asked(station, 'inbox.refusal', { refusalId })).toEqual({ command: 'inbox.setRules', text: '' })
    expect(await asked(station, 'inbox.askApproval', { refusalId })).toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('a word asked for through the inbox', () => {
  const limits = (station: Station, priceTolerance = 5) => asked(station, 'settings.update', { priceTolerance })
  const refusalOf = (answer: unknown): string => {
    expect(answer).toMatchObject({ code: 'ROLE_NEEDED', details: { ask: expect.any(String) } })
    return (answer as { details: { ask: string } }).details.ask
  }

  test('is an item with a due time, and lets that one command of theirs through, once, also after another was there', async () => {
    const { station, staff, clock } = await staffed()
    await signIn(station, withPin(staff.packer, PINS.packer))
    const refusalId = refusalOf(await limits(station))
    await signIn(station, withPin(staff.clerk, PINS.clerk))
    // What was refused to one person is not another's to ask for.
    expect(await asked(station, 'inbox.askApproval', { refusalId })).toMatchObject({ code: 'NOT_FOUND' })
    await signIn(station, withPin(staff.packer, PINS.packer))
    const reported = await asked(station, 'inbox.askApproval', { refusalId, note: 'rates moved' })
    expect(reported).toMatchObject({
      kind: 'approval',
      severity: 'high',
      label: 'The packer',
      code: 'settings.update',
      text: 'priceTolerance: 5 · rates moved',
      dueAt: new Date(clock.now().getTime() + 30 * 60_000).toISOString(),
      outcome: null,
    })
    const { itemId } = reported as { itemId: string }
    // Asked again it is the same question.
    expect(await asked(station, 'inbox.askApproval', { refusalId: refusalOf(await limits(station)) })).toMatchObject({
      itemId,
    })
    expect(await asked(station, 'inbox.approve', { itemId, isApproved: true })).toMatchObject({ code: 'ROLE_NEEDED' })
    expect(await limits(station)).toMatchObject({ code: 'ROLE_NEEDED' })

    await signIn(station, withPin(staff.supervisor, PINS.supervisor))
    expect(await asked(station, 'inbox.approve', { itemId, isApproved: true })).toMatchObject({
      endedBy: 'The supervisor',
      outcome: 'approved',
    })
    expect(await asked(station, 'inbox.approve', { itemId, isApproved: false })).toMatchObject({ code: 'WRONG_STATE' })
    await signIn(station, withPin(staff.clerk, PINS.clerk))
    expect(await limits(station)).toMatchObject({ code: 'ROLE_NEEDED' })

    await signIn(station, withPin(staff.packer, PINS.packer))
    expect(await asked(station, 'inbox.approval', { itemId })).toMatchObject({
      state: 'approved',
      answeredBy: 'The supervisor',
    })
    expect(await limits(station, 25)).toMatchObject({ code: 'ROLE_NEEDED' })
    expect(await limits(station)).toMatchObject({ priceTolerance: 5 })
    expect(await limits(station)).toMatchObject({ code: 'ROLE_NEEDED' })
    expect(await asked(station, 'inbox.approval', { itemId })).toMatchObject({ state: 'used' })
    const { rows } = await station.services.auditLog.list({ subjectKind: 'setting', subjectId: 'settings', limit: 1 })
    expect(rows).toMatchObject([
      { operator: 'The packer', detail: { changes: PRICE_TOLERANCE_5, approvedBy: 'The supervisor' } },
    ])
  })

  test('may be refused with a reason, and is over after a shift', async () => {
    const { station, staff, clock } = await staffed()
    const ask = async (priceTolerance: number): Promise<string> => {
      await signIn(station, withPin(staff.packer, PINS.packer))
      const refusalId = refusalOf(await limits(station, priceTolerance))
      const item = await asked(station, 'inbox.askApproval', { refusalId })
      await signIn(station, withPin(staff.supervisor, PINS.supervisor))
      return (item as { itemId: string }).itemId
    }
    const refused = await ask(7)
    await asked(station, 'inbox.approve', { itemId: refused, isApproved: false, note: 'not this week' })
    const ended = await ask(8)
    await asked(station, 'inbox.end', { itemId: ended })
    const late = await ask(9)
    await asked(station, 'inbox.approve', { itemId: late, isApproved: true })
    clock.advance(12 * 60 * 60_000)
    await signIn(station, withPin(staff.packer, PINS.packer))
    expect(await asked(station, 'inbox.approval', { itemId: refused })).toMatchObject({
      state: 'refused',
      note: 'not this week',
    })
    expect(await asked(station, 'inbox.approval', { itemId: ended })).toMatchObject({ state: 'refused' })
    for (const priceTolerance of [7, 8, 9]) {
      expect(await limits(station, priceTolerance)).toMatchObject({ code: 'ROLE_NEEDED' })
    }
  })

  test('outlasts a restart, and is not offered for what holds a secret', async () => {
    const { station, staff, close, dataDir, clock } = await staffed()
    await signIn(station, withPin(staff.packer, PINS.packer))
    const secret = await asked(station, 'people.save', { name: 'New', role: 'packer', pin: '8264' })
    expect(secret).toMatchObject({ code: 'ROLE_NEEDED' })
    expect((secret as { details: Record<string, unknown> }).details).not.toHaveProperty('ask')
    const item = await asked(station, 'inbox.askApproval', { refusalId: refusalOf(await limits(station)) })
    await signIn(station, withPin(staff.supervisor, PINS.supervisor))
    await asked(station, 'inbox.approve', { itemId: (item as { itemId: string }).itemId, isApproved: true })
    await close()

    const again = (await testStation(await testSandbox({ clock }), { background: false, dataDir })).station
    await signIn(again, withPin(staff.packer, PINS.packer))
    expect(await limits(again)).toMatchObject({ priceTolerance: 5 })
    expect(await limits(again)).toMatchObject({ code: 'ROLE_NEEDED' })
  })

  test('tells of a booking by its reference, carrier and price, and a new submission of it is the same', async () => {
    const { station, staff, run } = await staffed()
    const quote = await run('quotes.request', palletsToChicago())
    const booking = { ...bookingOf(quote, { reference: 'PO-77' }), approvedBy: 'somebody' }
    await signIn(station, withPin(staff.clerk, PINS.clerk))
    const refusalId = refusalOf(await asked(station, 'bookings.submit', booking))
    const item = await asked(station, 'inbox.askApproval', { refusalId })
    const rate = quote.rates.find(({ rateId }) => rateId === booking.rateId)
    expect(item).toMatchObject({ code: 'bookings.submit', text: expect.stringMatching(/^PO-77 · .+ · /) })
    expect((item as { text: string }).text).toContain(rate?.carrierName)
    await signIn(station, withPin(staff.supervisor, PINS.supervisor))
    await asked(station, 'inbox.approve', { itemId: (item as { itemId: string }).itemId, isApproved: true })
    await signIn(station, withPin(staff.clerk, PINS.clerk))
    expect(await asked(station, 'bookings.submit', { ...booking, submissionId: 'another-try' })).toMatchObject({
      reference: 'PO-77',
    })
  })

  test.each([
    ['at the screen', 'people.approve'],
    ['through the inbox', 'inbox.approve'],
  ] as const)(
    'of a booking given %s outlasts the question about an earlier one, and is for one booking',
    async (_, way) => {
      const { station, staff, run } = await staffed()
      const quote = await run('quotes.request', palletsToChicago())
      const credentials = withPin(staff.supervisor, PINS.supervisor)
      await signIn(station, credentials)
      await run('bookings.submit', bookingOf(quote, { reference: 'PO-1', submissionId: 'the-first' }))
      await signIn(station, withPin(staff.clerk, PINS.clerk))
      const booking = {
        ...bookingOf(quote, { reference: 'PO-2', submissionId: 'the-second', usedQuote: undefined }),
        approvedBy: 'somebody',
      }
      const refusal = await asked(station, 'bookings.submit', booking)
      if (way === 'people.approve') {
        const { refusalId } = (refusal as { details: { refusalId: string } }).details
        await asked(station, way, { refusalId, credentials })
      } else {
        const item = await asked(station, 'inbox.askApproval', { refusalId: refusalOf(refusal) })
        await signIn(station, credentials)
        await asked(station, way, { itemId: (item as { itemId: string }).itemId, isApproved: true })
        await signIn(station, withPin(staff.clerk, PINS.clerk))
      }
      expect(await asked(station, 'bookings.submit', booking)).toMatchObject({ code: 'ALREADY_BOOKED' })
      const meant = { ...booking, usedQuote: quote.id }
      expect(await asked(station, 'bookings.submit', meant)).toMatchObject({ reference: 'PO-2' })
      expect(await asked(station, 'bookings.submit', { ...meant, submissionId: 'the-third' })).toMatchObject({
        code: 'ROLE_NEEDED',
      })
    },
  )
})

test('what a role may do is read again from the ledger when the station opens', async () => {
  const { station, clock } = await staffed()
  const { db } = station.stores.ledger
  const again = await openPeople({
    rows: personStore(db, clock),
    approvals: approvalStore(db, clock),
    badgeTries: badgeTryStore(db),
    badges: createBadgeHasher(
      {
        get: async () => null,
        set: async () => undefined,
        change: async () => undefined,
        isStored: async () => false,
      },
      false,
    ),
    settings: settingStore(db, clock),
    clock,
    ids: { next: (prefix) => prefix },
    onChange: () => undefined,
    onFault: (error) => {
      expect.unreachable(String(error))
    },
  })
  expect(again.rules()).toEqual({ isOn: true, idleMinutes: 10 })
  expect(await again.signIn.state()).toMatchObject({ person: null, choices: [{}, {}, {}] })
})
