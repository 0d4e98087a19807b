-- What a block stands for in the staff member's own Google calendar; '' for one that was made here.
alter table block add column external_id text not null default '';
create index block_of_google on block (company_id, business_id, staff_id, date) where external_id <> '';

-- A staff member's Google calendar, or one that shows a whole location (staff 0), and how far the two have been brought together.
create table google_link (
  company_id bigint not null,
  business_id bigint not null,
  staff_id bigint not null,
  -- The calendar as Google names it: most often an e-mail address.
  account text not null,
  -- Of the consent that made the link, so that the same answer of Google's makes it once.
  nonce bigint not null,
  -- What Google gives for coming back, encrypted.
  refresh_token bytea not null,
  -- False once Google no longer takes it.
  connected boolean not null default true,
  -- Where Google's list of changes goes on, and the local day on which everything was read last.
  sync_token text not null default '',
  read_day date,
  sync_time timestamptz,
  -- Appointments that are still to be copied or taken out; why the last try came to nothing.
  waiting int not null default 0,
  fault text not null default '',
  version int not null default 1,
  create_time timestamptz not null default now(),
  primary key (company_id, business_id, staff_id)
);
select tenant_table('google_link');
select kept('google_link', 'for ever', 'the business''s own record');

-- The events that we keep in those calendars: what they show, and Google's word for their state.
create table google_event (
  company_id bigint not null,
  business_id bigint not null,
  staff_id bigint not null,
  event_id text not null,
  appointment_id bigint not null,
  day date not null,
  -- '' when somebody changed it at Google, so that it is written again.
  fingerprint text not null,
  etag text not null,
  primary key (company_id, business_id, staff_id, event_id)
);
create index google_event_of_appointment on google_event (company_id, appointment_id);
select tenant_table('google_event');
select kept('google_event', 'for ever', 'the business''s own record');
