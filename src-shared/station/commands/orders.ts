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
  orderBoardSchema,
  orderBookSchema,
  orderBuySchema,
  orderChooseSchema,
  orderDismissSchema,
  orderIdSchema,
  orderIdsSchema,
  orderListSchema,
  orderMarkSchema,
  orderRateSchema,
  orderRowsSchema,
  orderSaveSchema,
  type Order,
  type OrderBoard,
  type OrderEstimate,
  type OrderPage,
  type OrderQuote,
  type OrderRow,
  type OrderRun,
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
  /** Books the chosen orders, and answers when the service has, or after some seconds. RULE_FORBIDS, APPROVAL_NEEDED, SPEND_LIMIT. */
  'orders.book': returns<Booking>()(orderBookSchema, {
    ...atSite.clerk,
    leastFor: ({ approvedBy }) => (approvedBy === undefined ? 'clerk' : 'supervisor'),
  }),
  /**
   * Chooses which content of an order holds. WRONG_STATE: nothing asks, its contents are others by now, or it is booked and cannot take other content.
   */
  'orders.answer': returns<Order>()(orderAnswerSchema, atSite.clerk),
  /** Removes an order from the work list; nothing is booked. */
  'orders.dismiss': returns<Order>()(orderDismissSchema, atSite.clerk),
  /** Puts an order back on the work list whose booking was canceled; that booking stays. WRONG_STATE: it was not. */
  'orders.shipAgain': returns<Order>()(orderIdSchema, atSite.clerk),
  /** Counts the open orders by view, lists their tags, and returns the rating or purchase that runs. */
  'orders.board': returns<OrderBoard>()(orderBoardSchema, atSite.clerk),
  /** Lists open orders of one view, searched and sorted. */
  'orders.rows': returns<OrderRow[]>()(orderRowsSchema, atSite.clerk),
  /** Requests a rate for each of these orders, in the background. WRONG_STATE: a purchase runs. */
  'orders.rate': returns<OrderRun>()(orderRateSchema, atSite.clerk),
  /** Chooses another rate of an order's quote. WRONG_STATE, RULE_FORBIDS. */
  'orders.choose': returns<Order>()(orderChooseSchema, atSite.clerk),
  /** Returns what these orders cost, by carrier, and why they must not be bought unasked. */
  'orders.estimate': returns<OrderEstimate>()(orderIdsSchema, atSite.clerk),
  /**
   * Books these orders in the background, each at the price that was shown. TOTAL_NOT_AGREED, SPEND_LIMIT, APPROVAL_NEEDED;
   * WRONG_STATE: one of them has no rate or is on hold, or another run is not done.
   */
  'orders.buy': returns<OrderRun>()(orderBuySchema, {
    ...atSite.clerk,
    leastFor: ({ approvedBy }) => (approvedBy === undefined ? 'clerk' : 'supervisor'),
  }),
  /** Ends rating or buying after the orders in work. What is booked stays booked. WRONG_STATE: none runs. */
  'orders.stop': returns<OrderRun>()(nothing, atSite.clerk),
  /** Puts orders on hold or releases them; adds or removes a tag. Returns how many were open. */
  'orders.mark': returns<{ orders: number }>()(orderMarkSchema, atSite.clerk),
  /**
   * Saves a typed order, or corrects an open one. WRONG_STATE: it is no longer open, its content is another by now, or its reference is taken.
   */
  'orders.save': returns<Order>()(orderSaveSchema, atSite.clerk),
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
