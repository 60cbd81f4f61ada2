import { format, resolveConfig } from 'prettier'
import { commands, type CommandName } from '../src-shared/station/commands.ts'
import { directBooking, SHOWN } from '../src-main/integrations/openapi-examples.ts'
import { API_COMMANDS, takenBy } from '../src-main/integrations/openapi.ts'

/** The lines of the page that a test runs, in their order, against a real listener. */
const WALK: readonly { title: string; text: string; line: string }[] = [
  {
    title: 'What there is',
    text: 'The OpenAPI document needs no token. It has the schemas of every input, answer, error and webhook. A typed client for TypeScript is in [clients/typescript](../clients/typescript/README.md).',
    line: 'curl -sS "$WAYBILL_API/openapi.json"',
  },
  {
    title: 'How the station is',
    text: 'Every command is a POST with its input as JSON, also one without any.',
    line: post('station.state'),
  },
  {
    title: 'A quote',
    text: 'The answer has a quote id, and a rate id for each offer.',
    line: post('quotes.request'),
  },
  {
    title: 'Orders for the packing station',
    text: 'Orders that are booked when a packer scans them, or a clerk takes them up. The same order again changes nothing; with another content it asks a person.',
    line: post('orders.add'),
  },
  {
    title: 'A booking',
    text: 'With a carrier and service named, no quote is needed. It is saved at once and sent as soon as the network allows. Choose the submission id yourself, one an order: the same line again makes no second booking.',
    line: post('bookings.submit'),
  },
  {
    title: 'The same id with another content',
    text: 'Status 409, code `SUBMISSION_DIFFERS`: `details.first` is what was booked, `details.now` what was submitted. Nothing was done. A token that may not give `bookings.get` sees `details.firstHash` in place of the booking.',
    line: post('bookings.submit', directBooking('Pump parts')),
  },
  {
    title: 'What became of it',
    text: 'By its reference; `state` is `BOOKED` once the service has it.',
    line: post('bookings.list'),
  },
]

function post(name: keyof typeof SHOWN, input: object = SHOWN[name]): string {
  return [
    `curl -sS "$WAYBILL_API/v1/${name}" \\`,
    '  -H "Authorization: Bearer $WAYBILL_TOKEN" -H "Content-Type: application/json" \\',
    `  -d '${JSON.stringify(input)}'`,
  ].join('\n')
}

/** The page docs/api.md, in the form that the repository writes Markdown in. */
export async function apiPage(path: string): Promise<string> {
  const page = [
    '# Local API',
    'Written by `npm run api-page` from the command table; do not edit it by hand. A test runs every `curl` line below.',
    [
      'A WMS or an ERP on the same machine gives Waybill the commands that its own screens give. It is off until a',
      'supervisor turns it on under Settings > Connections, and listens on 127.0.0.1 alone. Create a token there: it is shown',
      'once, and may do what the chosen role may, or only the commands that are named with it. Its name is in the audit',
      'log beside everything it does. Signing in and making tokens is never possible with a token.',
    ].join(' '),
    ['```sh', 'export WAYBILL_API=http://127.0.0.1:8790', 'export WAYBILL_TOKEN=wbt_...', '```'].join('\n'),
    ...WALK.flatMap(({ title, text, line }) => [`## ${title}`, text, `\`\`\`sh\n${line}\n\`\`\``]),
    ERRORS,
    HOOKS,
    VERSIONS,
    '## Commands',
    'The OpenAPI document has the full input of each command. A name with `?` may be left out.',
    ['| command | least role | takes |', '| --- | --- | --- |', ...[...API_COMMANDS].sort().map(row)].join('\n'),
  ].join('\n\n')
  return format(page, { ...(await resolveConfig(path)), parser: 'markdown' })
}

const ERRORS = `## Errors

What was not done answers \`{"ok": false, "error": {"code", "message", "retryable", "details"}}\`.

| status | code | when |
| --- | --- | --- |
| 400 | \`INVALID_INPUT\` | no JSON, or a field is wrong; \`details.issues\` names each |
| 401 | \`TOKEN_REFUSED\` | no token, an unknown one, a revoked one |
| 403 | \`SCOPE_NEEDED\` | the token may not give this command |
| 403 | \`ORIGIN_REFUSED\` | a web page that is not allowed: [print from a web page](print-from-a-page.md) |
| 404 | \`NOT_FOUND\` | no such command, booking, shipment |
| 405 | \`INVALID_INPUT\` | another method than POST |
| 409 | \`SUBMISSION_DIFFERS\`, \`WRONG_STATE\`, \`REFERENCE_USED\`, \`ALREADY_BOOKED\` | it does not fit what is there |
| 413 | \`TOO_LARGE\` | more than 1,000,000 bytes |
| 415 | \`INVALID_INPUT\` | no \`Content-Type: application/json\` |
| 422 | any other | understood, and not done |
| 429, 503, 504 | those of the freight service | try again later |

\`REFERENCE_USED\` and \`ALREADY_BOOKED\` name what is booked in \`details.usedBy\`. To book it again, submit it with
\`usedReference\` (the reference), \`usedQuote\` (the quote's id), or without a quote \`usedBooking\` (from \`details\`).`

const VERSIONS = `## What may change

Within \`/v1\` there may be new commands, fields of answers and webhooks, optional fields of inputs, values of enumerations,
events and error codes: ignore what you do not know, and treat an unknown code by its status. No command, field, value or
code is removed, changes its type or its meaning, or becomes required: that takes a \`/v2\`. Messages are for people and may
change at any time.`

const HOOKS = `## Webhooks

Under Settings > Connections you can set an address that is notified of \`booked\`, \`printed\` and \`exception\` (a booking that was
refused or needs a decision, a print job that failed, a shipment in an exception). It must be https, or http on this machine.
The body is \`{"eventId", "eventType", "timestamp", "data", "signature"}\`; the header \`x-waybill-signature\` is \`sha256=\` and
the HMAC-SHA256 of the raw body with the secret that was shown once. Answer with a status of 2xx within 10 seconds. What is not
taken is sent again after 5 s, 15 s, 1 min, 5 min, 15 min, then every hour, also after a restart, until it is taken. An event
may come twice: its \`eventId\` stays the same. The OpenAPI document has the data of each event under \`webhooks\`.`

function row(name: CommandName): string {
  const { fields, isOneOfSeveral } = takenBy(name)
  const takes = fields.length > 0 ? `\`${fields.join('`, `')}\`` : isOneOfSeveral ? 'one of several forms' : 'nothing'
  return `| \`${name}\` | ${commands[name].access.least} | ${takes} |`
}
