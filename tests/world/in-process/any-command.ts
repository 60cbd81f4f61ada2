import { COMMAND_NAMES, type CommandName } from '../../../src-shared/station/commands.ts'
import type { Invokes } from '../processes/handle.ts'
import { commandFields, type CommandField } from '../../support/command-fields.ts'
import { edgeOf, inputWith } from '../../support/command-samples.ts'
import type { Seeded } from '../../support/seeded.ts'

/** What nobody presses by accident, or what a world does not have: other services, real ports, spoolers, heavy drawing. */
const LEFT_OUT =
  /^(environment|connections|rehearsal|webhooks|webhookReceiver|printers|support)\.|^maintenance\.(planRestore|useSecondPlace)|pages$|^(labels\.preview|jobs\.printFile|documents\.|settings\.(update|import)|station\.confirmRestored|orders\.configureFeed$|people\.(setRules|save|end|drawBadge|signOut)$)/

const FIELDS = commandFields()
const NAMES = COMMAND_NAMES.filter((name) => !LEFT_OUT.test(name))

/** Any command with an input that its schema takes, or one that is at or over an edge of it. */
export async function anyCommand(station: Invokes, random: Seeded): Promise<void> {
  const name = NAMES[random.below(NAMES.length)]
  if (name !== undefined) await station.invoke(name, inputOf(name, random))
}

function inputOf(name: CommandName, random: Seeded): unknown {
  const fields = FIELDS.filter(({ command }) => command === name)
  const field = fields[random.below(Math.max(1, fields.length))]
  if (field === undefined) return {}
  return inputWith(field, valueOf(field, random), {})
}

function valueOf(field: CommandField, random: Seeded): unknown {
  const odd: unknown[] = [null, '', -1, 1e308, [], {}, '\u0000', 'x']
  if (random.chance(0.4)) return odd[random.below(odd.length)]
  if (field.most === null) return 'x'
  const { most, more } = edgeOf(field)
  return random.chance(0.6) ? most : more
}
