-- How often a belonging was changed: whoever corrects it says which state they saw.
alter table belonging add column version integer not null default 1;
