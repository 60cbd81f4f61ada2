import {
  printRouteSchema,
  printRulesSchema,
  type PrintDocument,
  type PrintRoute,
  type PrintRules,
} from '../../../src-shared/station/printing/printer-settings.ts'
import { PRINT_DOCUMENTS } from '../../../src-shared/station/printing/printer-settings.ts'

/** Where the rules are kept. */
export interface RuleStore {
  read(): Promise<PrintRules | null>
  write(rules: PrintRules): Promise<void>
}

export type Rules = Awaited<ReturnType<typeof openRules>>

/** This station's rules about print jobs; held in memory, because every job asks for them. */
export async function openRules(store: RuleStore, mustExist: (printerId: string) => Promise<unknown>) {
  let rules = (await store.read()) ?? printRulesSchema.parse({})
  const keep = async (next: PrintRules): Promise<PrintRules> => {
    await store.write(next)
    rules = next
    return rules
  }
  const routeOf = (document: PrintDocument): PrintRoute =>
    rules.routes.find((route) => route.document === document) ?? printRouteSchema.parse({ document, printerId: null })

  return {
    get: (): PrintRules => rules,

    routeOf,

    /** Older than that, in milliseconds, a job asks before it is sent. */
    staleMs: (): number => rules.staleMinutes * 60_000,

    /** What the rules say about one kind of document. */
    about: (document: PrintDocument): { route: PrintRoute; mostLabels: number } => ({
      route: routeOf(document),
      mostLabels: rules.mostLabels,
    }),

    /** One for each kind of document. */
    routes: (): PrintRoute[] => PRINT_DOCUMENTS.map(routeOf),

    /** @throws StationError NOT_FOUND for a printer that is not there */
    setRoute: async (route: PrintRoute): Promise<PrintRules> => {
      for (const printerId of [route.printerId, route.fallbackPrinterId]) {
        if (printerId !== null) await mustExist(printerId)
      }
      return keep({ ...rules, routes: [...rules.routes.filter(({ document }) => document !== route.document), route] })
    },

    set: (patch: Partial<Pick<PrintRules, 'staleMinutes' | 'mostLabels' | 'fallback'>>): Promise<PrintRules> =>
      keep(printRulesSchema.parse({ ...rules, ...patch })),

    /** A printer that is gone is on no route any more. */
    forget: (printerId: string): Promise<PrintRules> | PrintRules => {
      const used = (route: PrintRoute) => route.printerId === printerId || route.fallbackPrinterId === printerId
      if (!rules.routes.some(used)) return rules
      const without = (id: string | null) => (id === printerId ? null : id)
      return keep({
        ...rules,
        routes: rules.routes.map((route) => ({
          ...route,
          printerId: without(route.printerId),
          fallbackPrinterId: without(route.fallbackPrinterId),
        })),
      })
    },
  }
}
