/** Under which of the site's timelines `site_at` was told: another timeline counts its moments anew. Null: from before, or not told. */
export const toldUnder = `
ALTER TABLE hand_over ADD COLUMN site_timeline TEXT;
`
