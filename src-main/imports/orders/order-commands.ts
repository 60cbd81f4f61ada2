import type { CommandHandlers } from '../../../src-shared/station/commands.ts'
import type { orderCommands as rows } from '../../../src-shared/station/commands/orders.ts'
import type { Services } from '../../app/services.ts'
import { provenName } from '../../kernel/current-user.ts'

/** The commands about orders of other systems. */
export function orderCommands({
  orders,
  orderBoard,
  orderFeed: feed,
}: Pick<Services, 'orders' | 'orderBoard' | 'orderFeed'>): Pick<CommandHandlers, keyof typeof rows> {
  return {
    'orders.add': ({ orders: inputs }) => orders.add(inputs),
    'orders.list': (query) => orders.list(query),
    'orders.get': ({ orderId }) => orders.get(orderId),
    'orders.quote': ({ orderId }) => orders.quote(orderId),
    'orders.book': (input) => orders.book(input, provenName(input.approvedBy)),
    'orders.answer': (input) => orders.answer(input),
    'orders.dismiss': ({ orderId, isDismissed }) => orders.dismiss(orderId, isDismissed),
    'orders.shipAgain': ({ orderId }) => orders.shipAgain(orderId),
    'orders.board': (search) => orderBoard.board(search),
    'orders.rows': (query) => orderBoard.rows(query),
    'orders.rate': async ({ orderIds, by }) => orderBoard.rate(orderIds, by),
    'orders.choose': ({ orderId, rateId }) => orderBoard.choose(orderId, rateId),
    'orders.estimate': ({ orderIds }) => orderBoard.estimate(orderIds),
    'orders.buy': ({ orderIds, agreedTotals, approvedBy }) =>
      orderBoard.buy(orderIds, agreedTotals, provenName(approvedBy)),
    'orders.stop': () => orderBoard.stop(),
    'orders.mark': ({ orderIds, ...marks }) => orderBoard.mark(orderIds, marks),
    'orders.save': (input) => orderBoard.save(input),
    'orders.feed': () => feed.state(),
    'orders.configureFeed': (input) => feed.configure(input),
    'orders.previewFeed': ({ folder, map }) => feed.preview(folder, map),
    'orders.look': async () => {
      await feed.look()
      return feed.state()
    },
    'orders.readAgain': ({ fileId }) => feed.readAgain(fileId),
  }
}
