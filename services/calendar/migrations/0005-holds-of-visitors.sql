alter table slot_hold
  -- For whom: 0 the shop itself, 1 a client and 2 a stranger who choose on the storefront, 3 and 4 the same with a request that waits for staff.
  add column holder smallint not null default 0 check (holder between 0 and 4),
  -- What bounds on how many may stand at once count by: a network, a phone number, a page. Never as they are, only their hashes.
  add column keys text[] not null default '{}';
create index slot_hold_ending on slot_hold (company_id, expires_at);
