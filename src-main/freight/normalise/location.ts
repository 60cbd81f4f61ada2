import type {
  AddressCheck,
  CheckedAddress,
  LocationSearch,
  SatCode,
} from '../../../src-shared/station/addresses/location.ts'
import type { AddressCheckAnswer, CheckedAddressAnswer, LocationAnswer, SatCodeAnswer } from '../answer/location.ts'

export function normaliseLocations({ data, search_type }: LocationAnswer): LocationSearch {
  return {
    kind: search_type ?? 'city',
    locations: data.map(({ zip, city, state, full_state, country, county, lat, lng }) => ({
      postalCode: zip,
      city,
      state,
      stateName: full_state ?? state,
      country,
      county: county ?? '',
      latitude: lng === undefined ? null : (lat ?? null),
      longitude: lat === undefined ? null : (lng ?? null),
    })),
  }
}

export function normaliseAddressCheck(answer: AddressCheckAnswer): AddressCheck {
  const submitted = addressOf(answer.original_address ?? answer.validated_address)
  const corrected = addressOf(answer.validated_address)
  const parts: (keyof CheckedAddress)[] = ['street1', 'street2', 'city', 'state', 'postalCode', 'country']
  return {
    status: answer.validation_status,
    submitted,
    corrected,
    changed: parts.filter((part) => submitted[part] !== corrected[part]),
    requiresCorrection: answer.requires_correction ?? false,
  }
}

export function normaliseSatCode(answer: SatCodeAnswer): SatCode {
  return {
    code: answer.sat_code,
    descriptionEs: answer.description_es,
    descriptionEn: answer.description_en,
    category: answer.category ?? null,
    subcategory: answer.subcategory ?? null,
  }
}

function addressOf({ zip, ...address }: CheckedAddressAnswer): CheckedAddress {
  return { ...address, postalCode: zip }
}
