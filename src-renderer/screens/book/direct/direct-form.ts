import type { RuleContext } from '../../../../src-shared/station/rules/offers.ts'
import { z } from 'zod'
import { LABEL_FORMATS } from '../../../../src-shared/freight/document.ts'
import type { DirectBooking } from '../../../../src-shared/freight/booking.ts'
import { submissionInputSchema, type SubmissionInput } from '../../../../src-shared/station/booking/booking-input.ts'
import type { PickupTerms } from '../../../../src-shared/station/booking/pickup-terms.ts'
import { sizesOf, type FreightSummary } from '../../../../src-shared/station/booking/freight-summary.ts'
import { fieldErrors, type FieldErrors, type ParsedForm } from '../../../forms/field-error.ts'
import { addressFormOf, addressInput, type AddressForm } from '../../quote/address/address-form.ts'
import { cargoInput, cargoTotals } from '../../quote/cargo/cargo-form.ts'
import type { Measures } from '../../quote/measures.ts'
import { readQuoteDraft } from '../../quote/quote-draft.ts'
import { emptyQuoteForm, quoteFormOf, type QuoteForm } from '../../quote/quote-form.ts'
import { dayErrors } from '../booking-form.ts'
import { partyInput, partyOf } from '../party.ts'

/** The freight of a booking without a quote: both ends, cargo and the day of pickup. */
type DirectFreight = QuoteForm

/** A booking without a quote being filled in; it is one booking however often it is submitted. */
export interface DirectForm {
  submissionId: string
  freight: DirectFreight
  /** The service's names of the carrier and its service. */
  provider: string
  service: string
  reference: string
  instructions: string
  labelFormat: (typeof LABEL_FORMATS)[number]
  holdUntil: string
  /** Whether the consignee is e-mailed, where the person chose; absent: as it is set. */
  notifyConsignee?: boolean | undefined
}

export function emptyDirectForm(given: {
  submissionId: string
  now: Date
  labelFormat: DirectForm['labelFormat']
  pickups: PickupTerms
  origin?: AddressForm | undefined
}): DirectForm {
  const { submissionId, now, labelFormat, pickups, origin } = given
  return {
    submissionId,
    freight: emptyQuoteForm(now, pickups, origin),
    provider: '',
    service: '',
    reference: '',
    instructions: '',
    labelFormat,
    holdUntil: '',
  }
}

/** The form of a booking that is made again: a day that has passed becomes the next day of pickup. */
export function directFormOf(
  request: DirectBooking,
  given: {
    submissionId: string
    now: Date
    labelFormat: DirectForm['labelFormat']
    pickups: PickupTerms
    measures: Measures
  },
): DirectForm {
  const { originAddress, destinationAddress, cargo, service, shipDate, shipperInfo, consigneeInfo } = request
  const { submissionId, now, labelFormat, pickups, measures } = given
  const freight = quoteFormOf({ originAddress, destinationAddress, cargo, shipDate }, now, pickups, measures)
  return {
    submissionId,
    freight: {
      ...freight,
      originAddress: addressFormOf({ ...originAddress, ...shipperInfo }),
      destinationAddress: addressFormOf({ ...destinationAddress, ...consigneeInfo }),
    },
    provider: service.provider,
    service: service.service,
    reference: request.reference ?? '',
    instructions: request.instructions ?? '',
    labelFormat: request.labelFormat ?? labelFormat,
    holdUntil: '',
  }
}

const text = z.string()

/** A draft of the form, as it was kept. */
export function directDraftSchema(now: Date, pickups: PickupTerms): z.ZodType<DirectForm> {
  return z.object({
    submissionId: text,
    freight: z.unknown().transform((body, context): DirectFreight => {
      const draft = readQuoteDraft({ form: body, quoteId: null, question: '', selectedRateId: null }, now, pickups)
      if (draft) return draft.form
      context.addIssue({ code: 'custom', message: 'not the freight of a draft' })
      return z.NEVER
    }),
    provider: text,
    service: text,
    reference: text,
    instructions: text,
    labelFormat: z.enum(LABEL_FORMATS),
    holdUntil: text,
    notifyConsignee: z.boolean().optional(),
  })
}

/** The freight of the form as far as it is typed. Without a quote nothing of it is insured, and no accessorial is ordered. */
export function directFreight({ freight: { cargo, measures } }: Pick<DirectForm, 'freight'>): FreightSummary {
  const { pieces, pounds } = cargoTotals(cargo, measures)
  const lines = cargo.map((line) => cargoInput(line, measures))
  return {
    pieces,
    weightLb: pounds,
    sizes: sizesOf(lines),
    classes: [...new Set(lines.flatMap(({ freightClass }) => freightClass ?? []))],
    isHazmat: cargo.some(({ hazmat }) => hazmat),
    accessorials: [],
    insuredFor: 0,
  }
}

/** What the rules ask about the load. */
export function directLoad({ freight }: Pick<DirectForm, 'freight'>): RuleContext {
  const { originAddress: from, destinationAddress: to, cargo, measures } = freight
  const { pounds: weightLb } = cargoTotals(cargo, measures)
  return { consignee: to.companyName || to.contactName, from, to, weightLb, declared: [], insuredFor: 0 }
}

/** Where the schema's paths are in the form. */
const PLACES: Record<string, string> = {
  'request.service.provider': 'provider',
  'request.service.service': 'service',
  'request.shipDate': 'pickupDate',
  holdUntil: 'holdUntil',
}

/** The form as the station takes it, or its errors, field by field. */
export function parseDirectForm(
  form: DirectForm,
  now: Date,
  pickups: PickupTerms,
): ParsedForm<Extract<SubmissionInput, { kind: 'direct' }>> {
  const { freight, provider, service, reference, instructions, labelFormat, submissionId, holdUntil, notifyConsignee } =
    form
  const { originAddress, destinationAddress, cargo, measures, shipDate } = freight
  const parsed = submissionInputSchema.safeParse({
    kind: 'direct',
    submissionId,
    request: {
      originAddress: addressInput(originAddress),
      destinationAddress: addressInput(destinationAddress),
      cargo: cargo.map((line) => cargoInput(line, measures)),
      service: { provider: provider.trim(), service: service.trim() },
      shipperInfo: partyInput(partyOf(originAddress)),
      consigneeInfo: partyInput(partyOf(destinationAddress)),
      shipDate,
      reference,
      instructions,
      labelFormat,
    },
    holdUntil: holdUntil || null,
    notifyConsignee,
  })
  const found = parsed.success ? {} : fieldErrors(parsed.error)
  const errors: FieldErrors = {
    ...Object.fromEntries(
      Object.entries(found).map(([path, error]) => [PLACES[path] ?? path.replace(/^request\./, ''), error]),
    ),
    ...dayErrors({ pickupDate: shipDate, holdUntil }, now, originAddress, pickups),
  }
  if (!parsed.success || parsed.data.kind !== 'direct' || Object.keys(errors).length > 0) return { ok: false, errors }
  return { ok: true, input: parsed.data }
}
