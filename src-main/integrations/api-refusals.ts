/** The size limit of one command, as from a screen. */
export const MOST_BODY_BYTES = 1_000_000

/** What the API says to a request that reaches no command; the OpenAPI document shows the same. */
export const TOKEN_REQUIRED = 'A token is required: send the header Authorization: Bearer <token>.'
export const NOT_JSON_TYPE = 'Send commands with the header Content-Type: application/json.'
export const TOO_LARGE = `A command can have at most ${MOST_BODY_BYTES} bytes.`
export const wrongMethod = (allow: string): string => `Use ${allow} for this.`
