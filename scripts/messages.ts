import { writeFileSync } from 'node:fs'
import { z } from 'zod'
import { programArguments } from '../src-node/program-arguments.ts'
import { argumentTypes } from '../src-renderer/messages/arguments-of.ts'
import en from '../src-renderer/messages/en.json' with { type: 'json' }

programArguments(`node scripts/messages.ts: writes for the compiler what each text is filled with`, z.object({}))
// After a text was added or changed: what it is filled with, for the compiler.
writeFileSync(new URL('../src-renderer/messages/message-arguments.ts', import.meta.url), argumentTypes(en))
