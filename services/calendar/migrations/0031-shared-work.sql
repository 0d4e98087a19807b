-- A service that several people do: {mode, parts: [{staffId, taskName, offset, duration, ratio}]}, minutes from the start of the line and percent of its price as
-- text. Null where one person does it, who is staff_id; else staff_id is the first of them and the others stand beside, so that they are found as the first is.
alter table pet_service add column work jsonb, add column other_staff_ids bigint[] not null default '{}';
