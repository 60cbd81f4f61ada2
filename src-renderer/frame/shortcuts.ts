import type { PlainKey } from '../messages/catalogue.ts'

/** The keys of the app, for the sheet that `?` shows. A key works where it is named here, and nowhere else. */
const SHORTCUTS = [
  {
    heading: 'shortcuts.everywhere',
    rows: [
      { keys: ['Ctrl K'], what: 'palette.title' },
      { keys: ['?'], what: 'shortcuts.sheet' },
      { keys: ['Alt 1', '…'], what: 'shortcuts.screen' },
      { keys: ['Esc'], what: 'shortcuts.close' },
    ],
  },
  {
    heading: 'rail.pack',
    rows: [
      { keys: ['Enter'], what: 'shortcuts.scan' },
      { keys: ['F2'], what: 'pack.reprint' },
      { keys: ['F4'], what: 'shortcuts.void' },
      { keys: ['F6'], what: 'hold.print' },
      { keys: ['F7'], what: 'shortcuts.weigh' },
      { keys: ['F8'], what: 'pack.otherPrinter' },
      { keys: ['F9'], what: 'shortcuts.slip' },
      { keys: ['Esc'], what: 'shortcuts.clear' },
    ],
  },
  {
    heading: 'rail.orders',
    rows: [
      { keys: ['/'], what: 'shortcuts.find' },
      { keys: ['↑', '↓'], what: 'shortcuts.rows' },
      { keys: ['Space', 'x'], what: 'shortcuts.ordersSelect' },
      { keys: ['Enter', 'r'], what: 'shortcuts.ordersRates' },
      { keys: ['e'], what: 'shortcuts.ordersEdit' },
      { keys: ['h'], what: 'shortcuts.ordersHold' },
      { keys: ['Ctrl Enter'], what: 'shortcuts.ordersBuy' },
      { keys: ['i'], what: 'shortcuts.ordersImport' },
      { keys: ['n'], what: 'orders.new' },
    ],
  },
  {
    heading: 'rail.quote',
    rows: [
      { keys: ['Ctrl Enter'], what: 'quote.ask' },
      { keys: ['↑', '↓'], what: 'shortcuts.lines' },
      { keys: ['↑', '↓'], what: 'shortcuts.rows' },
      { keys: ['→', '←'], what: 'shortcuts.breakdown' },
      { keys: ['Enter'], what: 'shortcuts.book' },
    ],
  },
  {
    heading: 'rail.book',
    rows: [
      { keys: ['↑', '↓'], what: 'shortcuts.rows' },
      { keys: ['Enter'], what: 'shortcuts.open' },
    ],
  },
  {
    heading: 'rail.track',
    rows: [
      { keys: ['/'], what: 'shortcuts.find' },
      { keys: ['↑', '↓', 'j', 'k'], what: 'shortcuts.rows' },
      { keys: ['x', 'Ctrl', 'Shift'], what: 'shortcuts.pick' },
      { keys: ['Enter'], what: 'shortcuts.open' },
    ],
  },
  {
    heading: 'rail.documents',
    rows: [
      { keys: ['↑', '↓'], what: 'shortcuts.rows' },
      { keys: ['+', '-', '0'], what: 'shortcuts.zoom' },
    ],
  },
] as const satisfies readonly {
  heading: PlainKey
  rows: readonly { keys: readonly string[]; what: PlainKey }[]
}[]

/** The keys of this screen first, then those that work everywhere, then the others. */
export function shortcutsFor(screen: string): readonly (typeof SHORTCUTS)[number][] {
  const own = SHORTCUTS.filter(({ heading }) => heading === `rail.${screen}`)
  return [...own, ...SHORTCUTS.filter((group) => !own.includes(group))]
}
