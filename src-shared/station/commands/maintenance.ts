import { z } from 'zod'
import { atStation, nothing, returns } from '../command.ts'
import { archiveYearSchema, type Archive, type ArchiveRemoval, type Archives } from '../app/archive.ts'
import { forgetPersonSchema, personSchema, type PersonFound } from '../app/forget.ts'
import { retentionRulesSchema, type Removal } from '../app/retention.ts'
import {
  BACKUP_PLACES,
  passphraseSchema,
  type Backup,
  type MaintenanceState,
  type RestoreDrill,
} from '../app/maintenance.ts'

/** `here` by default. */
const backupPlace = z.enum(BACKUP_PLACES).optional()

/** The rows of the command table about the station's own data. */
export const maintenanceCommands = {
  /** Returns the status of backups, archives and retention. */
  'maintenance.state': returns<MaintenanceState>()(nothing, atStation.packer),
  /** Copies the whole ledger now, while it is in use; expired copies are deleted. */
  'maintenance.backUp': returns<MaintenanceState>()(nothing, atStation.packer),
  /**
   * The backup that takes the ledger's place when Waybill starts next; null: none after all. It is checked now, and
   * again at the start. NOT_FOUND, BACKUP_UNSOUND.
   */
  'maintenance.planRestore': returns<MaintenanceState>()(
    z.object({ name: z.string().min(1).max(80).nullable() }),
    atStation.supervisor,
  ),
  /** A folder on another disk that every backup is copied to; null: none. SECOND_PLACE_REFUSED. */
  'maintenance.useSecondPlace': returns<MaintenanceState>()(
    z.object({ folder: z.string().trim().min(1).max(500).nullable() }),
    atStation.supervisor,
  ),
  /** The passphrase that copies at the second place are under from now on; null: none. SECOND_PLACE_REFUSED, KEYCHAIN_FAILED. */
  'maintenance.sealSecondPlace': returns<MaintenanceState>()(
    z.object({ passphrase: passphraseSchema.nullable() }),
    atStation.supervisor,
  ),
  /**
   * Verifies one whole backup; null: the newest. One at the second place is brought here, opened with its passphrase,
   * and removed again. NOT_FOUND, BACKUP_UNSOUND, SECOND_PLACE_REFUSED, DISK_FULL.
   */
  'maintenance.verify': returns<Backup>()(
    z.object({ name: z.string().min(1).max(80).nullable(), place: backupPlace }),
    atStation.packer,
  ),
  /** Restores the newest backup of a place into a file of its own, compares and removes it. As verify; DRILL_FAILED. */
  'maintenance.drill': returns<RestoreDrill>()(z.object({ place: backupPlace }), atStation.supervisor),
  /**
   * Returns what retention would delete by these days, or by those that are set, and how much that frees. Nothing is
   * removed.
   */
  'maintenance.lookAtAge': returns<Removal>()(z.object({ rules: retentionRulesSchema.optional() }), atStation.packer),
  /** Deletes now what is past its retention, as each night. */
  'maintenance.letGo': returns<Removal>()(nothing, atStation.supervisor),
  /** Lists the archived years, the oldest first. */
  'maintenance.archives': returns<Archives>()(nothing, atStation.packer),
  /** Writes a past year into a file and reads it back. WRONG_STATE, ARCHIVE_UNSOUND, DISK_FULL. */
  'maintenance.makeArchive': returns<Archive>()(archiveYearSchema, atStation.supervisor),
  /** Deletes the labels here that the year's archive holds; manifests stay. NOT_FOUND, ARCHIVE_UNSOUND. */
  'maintenance.removeArchived': returns<ArchiveRemoval>()(archiveYearSchema, atStation.supervisor),
  /**
   * Finds where a person is recorded, what keeps them from being forgotten, and where they stay. Nothing is changed.
   */
  'maintenance.lookForPerson': returns<PersonFound>()(z.object({ person: personSchema }), atStation.supervisor),
  /**
   * Blanks a person in everything that is stored here, and returns where they were. WRONG_STATE while they are needed.
   */
  'maintenance.forgetPerson': returns<PersonFound>()(forgetPersonSchema, atStation.supervisor),
  /** Forgets the copies of shipments and events and fetches them from the service again. */
  'maintenance.rebuildCache': returns<MaintenanceState>()(nothing, atStation.supervisor),
} as const
