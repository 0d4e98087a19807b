-- The picture of a client, as customer tells it; of those who were kept before it comes with their next change, or with `make rebuild`.
alter table recipient add column avatar_path text not null default '';
