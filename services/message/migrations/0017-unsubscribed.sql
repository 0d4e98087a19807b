-- A client who wants no news, as customer tells it: asked again when their turn in a message to many comes.
alter table recipient add column is_unsubscribed boolean not null default false;
