-- The websites of a business on which its booking page may stand in a frame, each an origin.
alter table setting add column embed_sites text[] not null default '{}';
