import { writeFileSync } from 'node:fs'
import { argumentTypes } from '../src-renderer/messages/arguments-of.ts'
import en from '../src-renderer/messages/en.json' with { type: 'json' }

// After a text was added or changed: what it is filled with, for the compiler.
writeFileSync(new URL('../src-renderer/messages/message-arguments.ts', import.meta.url), argumentTypes(en))
