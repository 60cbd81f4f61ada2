import {
  fallbackProblem,
  printRouteSchema,
  printRulesSchema,
  type PrintDocument,
  type PrintRoute,
  type PrintRules,
} from '../../../src-shared/station/printing/printer-settings.ts'
import { PRINT_DOCUMENTS } from '../../../src-shared/station/printing/printer-settings.ts'
import type { PrintPurpose } from '../../../src-shared/station/printing/printing.ts'
import { invalidField } from '../../../src-shared/station/error.ts'
import { createKeyedMutex } from '../../kernel/keyed-mutex.ts'
import type { PrintingBySite } from './by-site.ts'

/** By whose route a job goes; null: it is for one printer alone. */
const DOCUMENT_OF = {
  label: 'label',
  reprint: 'label',
  file: 'label',
  template: 'label',
  'hold-tag': 'label',
  'print-list': 'label',
  'command-sheet': 'label',
  test: null,
  'packing-slip': 'packing-slip',
  bol: 'bol',
  office: 'office',
} as const satisfies Record<PrintPurpose, PrintDocument | null>

/** Where the rules are kept. */
export interface RuleStore {
  read(): Promise<PrintRules | null>
  write(rules: PrintRules, before: PrintRules): Promise<void>
}

export type Rules = Awaited<ReturnType<typeof openRules>>

/** This station's rules about print jobs; held in memory, because every job asks for them. */
export async function openRules(
  store: RuleStore,
  mustExist: (printerId: string) => Promise<unknown>,
  bySite: PrintingBySite | null = null,
) {
  let rules = (await store.read()) ?? printRulesSchema.parse({})
  /** What the site decides is never kept: it ends with the membership. */
  const get = (): PrintRules => {
    const decided = bySite?.at().printing
    return decided ? { ...rules, mostLabels: decided.mostLabels } : rules
  }
  const inTurn = createKeyedMutex()
  /** Each change begins with what the one before has kept. */
  const keep = (change: (now: PrintRules) => PrintRules): Promise<PrintRules> =>
    inTurn('rules', async () => {
      const next = change(rules)
      await store.write(next, rules)
      rules = next
      return get()
    })
  const routeOf = (document: PrintDocument): PrintRoute =>
    rules.routes.find((route) => route.document === document) ?? printRouteSchema.parse({ document, printerId: null })
  /** A bill of lading may have a printer of its own; else it goes where all papers go. */
  const paperRouteOf = (document: 'bol' | 'office'): PrintRoute => {
    const own = routeOf(document)
    return own.printerId === null ? routeOf('office') : own
  }

  const forgetThose = async (isGone: (printerId: string) => boolean): Promise<void> => {
    const left = (id: string | null) => (id !== null && isGone(id) ? null : id)
    const without = ({ printerId, fallbackPrinterId, ...route }: PrintRoute): PrintRoute => ({
      ...route,
      printerId: left(printerId),
      fallbackPrinterId: left(fallbackPrinterId),
    })
    const isUsed = ({ printerId, fallbackPrinterId }: PrintRoute) =>
      left(printerId) !== printerId || left(fallbackPrinterId) !== fallbackPrinterId
    if (rules.routes.some(isUsed)) await keep((now) => ({ ...now, routes: now.routes.map(without) }))
  }

  return {
    get,

    routeOf,

    paperRouteOf,

    /** The printer that takes over a job from this one; null: none does. */
    fallbackOf: ({ purpose, printerId }: { purpose: PrintPurpose; printerId: string }): string | null => {
      const document = DOCUMENT_OF[purpose]
      if (rules.fallback !== 'use' || document === null) return null
      const route = document === 'bol' ? paperRouteOf(document) : routeOf(document)
      return route.printerId === printerId && route.fallbackPrinterId !== printerId ? route.fallbackPrinterId : null
    },

    /** Older than that, in milliseconds, a job asks before it is sent. */
    staleMs: (): number => rules.staleMinutes * 60_000,

    /** What the rules say about one kind of document. */
    about: (document: PrintDocument): { route: PrintRoute; mostLabels: number } => ({
      route: routeOf(document),
      mostLabels: get().mostLabels,
    }),

    /** One for each kind of document. */
    routes: (): PrintRoute[] => PRINT_DOCUMENTS.map(routeOf),

    /** @throws StationError NOT_FOUND for a printer that is not there, INVALID_INPUT for one that is its own fallback */
    setRoute: async (route: PrintRoute): Promise<PrintRules> => {
      const problem = fallbackProblem(route.printerId, route.fallbackPrinterId)
      if (problem !== null) throw invalidField('fallbackPrinterId', problem)
      for (const printerId of [route.printerId, route.fallbackPrinterId]) {
        if (printerId !== null) await mustExist(printerId)
      }
      return keep((now) => ({
        ...now,
        routes: [...now.routes.filter(({ document }) => document !== route.document), route],
      }))
    },

    /** @throws StationError SET_BY_SITE */
    set: async (patch: Partial<Pick<PrintRules, 'staleMinutes' | 'mostLabels' | 'fallback'>>): Promise<PrintRules> => {
      if (patch.mostLabels !== undefined && patch.mostLabels !== get().mostLabels) bySite?.refuse(['printing'])
      return keep((now) =>
        printRulesSchema.parse({ ...now, ...patch, ...(bySite?.at().printing && { mostLabels: now.mostLabels }) }),
      )
    },

    /** A deleted printer is on no route. */
    forget: (printerId: string) => forgetThose((id) => id === printerId),

    /** Of a printer that was deleted the routes may still be there: the station was stopped between the two. */
    forgetOthers: (printerIds: readonly string[]) => forgetThose((id) => !printerIds.includes(id)),
  }
}
