-- How often a row was scheduled anew: what an earlier round did under a key of its own says nothing about this one.
alter table job add column round int not null default 0;
