import { spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../scripts/project.ts'
import { tempDir } from '../support/temp-dir.ts'

const library = join(projectRoot, 'node_modules', 'better-sqlite3', 'prebuilds', `linux-${process.arch}.node`)

test.skipIf(process.platform !== 'linux')('names a library that the system has not got, and nothing else', () => {
  const folder = tempDir()
  const look = () => spawnSync(join(projectRoot, 'scripts', 'missing-libraries'), [folder], { encoding: 'utf8' })
  copyFileSync(library, join(folder, 'sqlite.node'))
  writeFileSync(join(folder, 'notes.txt'), 'no program')
  expect(look()).toMatchObject({ status: 0, stdout: '' })
  const forgotten = Buffer.from(readFileSync(library).toString('latin1').replaceAll('libm.so.6', 'libq.so.6'), 'latin1')
  writeFileSync(join(folder, 'forgotten.node'), forgotten)
  expect(look()).toMatchObject({ status: 1, stdout: `${join(folder, 'forgotten.node')}: libq.so.6\n` })
})
