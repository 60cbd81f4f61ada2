import type { Booking } from '../booking/booking.ts'
import { atSite, atStation, nothing, returns } from '../command.ts'
import {
  feedFileSchema,
  feedPreviewSchema,
  feedSettingsSchema,
  type FeedPreview,
  type FeedState,
} from '../orders/feed.ts'
import {
  addOrdersSchema,
  orderAnswerSchema,
  orderBookSchema,
  orderDismissSchema,
  orderIdSchema,
  orderListSchema,
  type Order,
  type OrderPage,
  type OrderQuote,
  type OrdersTaken,
} from '../orders/order.ts'

/** Rows of the command table about orders of other systems. */
export const orderCommands = {
  /** Adds orders for the packing station. The same order again changes nothing; with other content it asks. */
  'orders.add': returns<OrdersTaken>()(addOrdersSchema, atSite.clerk),
  /** Lists orders to be packed or answered. */
  'orders.list': returns<OrderPage>()(orderListSchema, atSite.packer),
  /** Returns an order. */
  'orders.get': returns<Order>()(orderIdSchema, atSite.packer),
  /** Requests a quote for an order, and chooses a rate by its own word and the rules. NO_RATE_FITS. */
  'orders.quote': returns<OrderQuote>()(orderIdSchema, atSite.clerk),
  /** Books the chosen orders, and answers when the service has, or after some seconds. RULE_FORBIDS, APPROVAL_NEEDED. */
  'orders.book': returns<Booking>()(orderBookSchema, {
    ...atSite.clerk,
    leastFor: ({ approvedBy }) => (approvedBy === undefined ? 'clerk' : 'supervisor'),
  }),
  /**
   * Chooses which content of an order holds. WRONG_STATE: nothing asks, or it is booked and cannot take other content.
   */
  'orders.answer': returns<Order>()(orderAnswerSchema, atSite.clerk),
  /** Removes an order from the work list; nothing is booked. */
  'orders.dismiss': returns<Order>()(orderDismissSchema, atSite.clerk),
  /** Returns the status of the order folder. */
  'orders.feed': returns<FeedState>()(nothing, atStation.clerk),
  /** INVALID_INPUT: the folder is none, or the columns do not make an order (details name them). */
  'orders.configureFeed': returns<FeedState>()(feedSettingsSchema, atStation.supervisor),
  'orders.previewFeed': returns<FeedPreview>()(feedPreviewSchema, atStation.supervisor),
  /** Reads the order folder now. */
  'orders.look': returns<FeedState>()(nothing, atStation.clerk),
  /** Puts a file that failed back, to be read again. */
  'orders.readAgain': returns<FeedState>()(feedFileSchema, atStation.clerk),
} as const
