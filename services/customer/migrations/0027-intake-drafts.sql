-- A form that is being filled in and names a phone number: whoever has that phone goes on with it on another device.
create table intake_draft (
  company_id bigint not null,
  ticket text not null,
  form_id bigint not null,
  answers jsonb not null,
  -- Told apart without being known: the number it names, and where it came from.
  phone text not null,
  network text not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (company_id, ticket)
);
create index intake_draft_phone on intake_draft (company_id, form_id, phone, updated_at);
create index intake_draft_network on intake_draft (company_id, network, created_at);
create index intake_draft_age on intake_draft (updated_at);
select tenant_table('intake_draft');
select kept_days('intake_draft', 30, 'updated_at', 'what was typed into a form that was not sent, since it was typed');

-- A code that was asked for with a number. What it says follows from what its holder sends back and from our key, so it does not stand here.
create table intake_code (
  company_id bigint not null,
  id text not null,
  phone text not null,
  network text not null,
  tries int not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  until timestamptz not null,
  primary key (company_id, id)
);
create index intake_code_phone on intake_code (company_id, phone, created_at);
create index intake_code_network on intake_code (company_id, network, created_at);
create index intake_code_day on intake_code (company_id, created_at);
create index intake_code_age on intake_code (until);
select tenant_table('intake_code');
select kept_days('intake_code', 1, 'until', 'that a code for a form was asked for and how often it was tried, from when it is good no longer');
