-- Where the visit is, of the client's addresses; 0 for their primary one.
alter table appointment add column address_id bigint not null default 0;
