/** Approvals that a supervisor of another station may give, and those of other stations. */
export const approvalsElsewhere = `
-- Null: it was asked here.
ALTER TABLE approval ADD COLUMN station_id TEXT;
-- 0: the site cannot know of it. 1: it may. 2: it does. From 1 on the site decides whose answer is the first.
ALTER TABLE approval ADD COLUMN is_told INTEGER NOT NULL DEFAULT 0;
CREATE INDEX approval_to_tell ON approval (item_id) WHERE is_told = 1;
`
