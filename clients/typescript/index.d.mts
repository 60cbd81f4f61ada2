import type { Client } from 'openapi-fetch'
import type { components, paths } from './api-types.d.mts'

/** The objects of answers and inputs by name. */
export type Schemas = components['schemas']

/** Why a command was not done: match on `code`, never on the message. */
export type WaybillError = Schemas['StationErrorData']

/**
 * A client of the local API.
 * @param baseUrl as Settings > Connections shows it, http://127.0.0.1:8790
 * @param token made there
 */
export function createWaybillClient(baseUrl: string, token: string): Client<paths>
