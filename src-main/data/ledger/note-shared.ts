/** What the stores of a station of a site write beside a change of what all stations share, in its transaction. */
export type NoteShared = (recordId: string) => void
