import fc from 'fast-check'

/**
 * fast-check with one seed for every property, so that a test run says the same thing twice. Another seed looks at
 * other cases: `WAYBILL_SEED=4711 npm test`.
 */
fc.configureGlobal({ seed: Number(process.env.WAYBILL_SEED ?? 20_260_101) })

export default fc
