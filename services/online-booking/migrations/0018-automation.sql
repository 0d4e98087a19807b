-- Which requests are accepted without anybody: by care type, with conditions; and what became of a request by these.
alter table setting add column auto_accept_rules jsonb not null default '[]';
alter table setting add column auto_assign boolean not null default false;
alter table booking_request add column automation text not null default '';
