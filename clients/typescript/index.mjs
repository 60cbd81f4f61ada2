import createClient from 'openapi-fetch'

/** Its types are in index.d.mts. */
export const createWaybillClient = (baseUrl, token) =>
  createClient({ baseUrl, headers: { authorization: `Bearer ${token}` } })
