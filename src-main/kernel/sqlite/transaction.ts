import { runtime } from '../../../src-node/runtime/runtime.ts'
import { currentUser, asUser } from '../current-user.ts'
import type { SqliteDatabase } from './database.ts'
import { statement } from './statement.ts'
import { asStationError } from './store-error.ts'

interface Waiting {
  /** Does the work; whether it went well. `isAlone`: what it throws may roll the whole transaction back. */
  run: (isAlone: boolean) => boolean
  committed: () => void
  failed: (error: unknown) => void
}

/** Follows what is committed on a connection. */
export interface CommitWatcher {
  /** Inside a transaction that has changed something, after its works; what it throws rolls all of it back. */
  changed(): void
  /** After its commit. Must not throw: what it follows has happened. */
  committed(): void
}

const watchers = new WeakMap<SqliteDatabase, CommitWatcher>()

/** From now on every commit of `inTransaction` on this connection is reported; null: no longer. */
export function watchCommits(db: SqliteDatabase, watcher: CommitWatcher | null): void {
  if (watcher) watchers.set(db, watcher)
  else watchers.delete(db)
}

const waiting = new WeakMap<SqliteDatabase, Waiting[]>()

/**
 * Runs `work` as one whole transaction; resolves when it is committed. A thrown error rolls back this work alone and
 * becomes a rejection, as it would from a store on another machine.
 *
 * Works asked for in the same turn share one commit, each in a savepoint of its own: a commit waits for the disk, and ten
 * callers need not wait ten times.
 */
export function inTransaction<T>(db: SqliteDatabase, work: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    // Works of several people share a commit: each is done for its own.
    const person = currentUser()
    let outcome: { value: T } | { error: Error } | undefined
    const entry: Waiting = {
      run: (isAlone) => {
        try {
          outcome = { value: asUser(person, isAlone ? work : () => db.transaction(work)()) }
          return true
        } catch (error) {
          outcome = { error: error instanceof Error ? error : new Error(String(error)) }
          return false
        }
      },
      committed: () => {
        if (outcome && 'value' in outcome) resolve(outcome.value)
        else reject(outcome?.error ?? new Error('the work was not run'))
      },
      failed: reject,
    }
    const batch = waiting.get(db)
    if (batch) {
      batch.push(entry)
      return
    }
    const mine = [entry]
    waiting.set(db, mine)
    runtime().timers.soon(() => {
      waiting.delete(db)
      commitTogether(db, mine)
    })
  })
}

function commitTogether(db: SqliteDatabase, batch: readonly Waiting[]): void {
  const watcher = watchers.get(db)
  // A savepoint is for those that share the commit.
  const isAlone = batch.length === 1
  let isChanged = false
  try {
    db.transaction(() => {
      const before = watcher ? totalChanges(db) : 0
      for (const { run } of batch) {
        if (!run(isAlone) && isAlone) throw new Undone()
        // Some errors, a full disk among them, make SQLite roll back everything at once; what follows must not run alone.
        if (!db.inTransaction) throw new Error('the transaction was rolled back')
      }
      isChanged = watcher !== undefined && totalChanges(db) !== before
      if (isChanged) watcher?.changed()
    }).immediate()
  } catch (error) {
    if (error instanceof Undone) {
      for (const { committed } of batch) committed()
      return
    }
    // The commit itself failed, on a full disk for instance: nothing of the batch has happened.
    const reported = asStationError(error, db.name)
    for (const { failed } of batch) failed(reported)
    return
  }
  if (isChanged) watcher?.committed()
  for (const { committed } of batch) committed()
}

/** The only work of a transaction threw: nothing of it has happened, and its own error is the reason. */
class Undone extends Error {}

/** Rows that were written on this connection so far. */
const totalChanges = (db: SqliteDatabase): unknown => statement(db, 'SELECT total_changes()').pluck().get()
