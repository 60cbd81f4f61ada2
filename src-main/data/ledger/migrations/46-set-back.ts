/**
 * What sets its printer back stands with each job, and with the printer while it may not have got it. Of jobs from before,
 * those that go page by page and are not at their end have it among their pages.
 */
export const setBack = `
ALTER TABLE print_job ADD COLUMN set_back TEXT NOT NULL DEFAULT '';
ALTER TABLE printer ADD COLUMN set_back_owed TEXT NOT NULL DEFAULT '';

UPDATE print_job SET set_back = pages ->> '$.setBack'
WHERE state IN ('QUEUED', 'SENDING', 'UNKNOWN') AND pages ->> '$.setBack' IS NOT NULL;
`
