-- A photo or PDF that somebody sends with a form they are filling in. Its path is an answer only with the ticket that it was begun with, and once it arrived.
create table intake_file (
  company_id bigint not null,
  id text not null,
  ticket text not null,
  -- Told apart without being known: where it came from.
  network text not null,
  -- Empty until the file has arrived.
  path text not null default '',
  created_at timestamptz not null default clock_timestamp(),
  primary key (company_id, id)
);
create index intake_file_ticket on intake_file (company_id, ticket);
create index intake_file_network on intake_file (company_id, network, created_at);
create index intake_file_age on intake_file (created_at);
select tenant_table('intake_file');
select kept_days('intake_file', 30, 'created_at', 'which files were sent with a form that is being filled in, as long as it can be sent');
