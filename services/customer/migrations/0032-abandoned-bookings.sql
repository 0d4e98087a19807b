-- What clients began to book online and did not send, as online booking tells it: the client list is filtered by it.
create table abandoned_booking (
  company_id bigint not null,
  booking_id bigint not null,
  client_id bigint not null,
  business_id bigint not null,
  status text not null check (status in ('abandoned', 'contacted', 'recovered')),
  -- How far they came, as the filter writes it.
  step text not null,
  seen_at timestamptz not null,
  -- From when on it counts as abandoned.
  left_at timestamptz not null,
  version bigint not null,
  primary key (company_id, booking_id)
);
create index abandoned_booking_of_client on abandoned_booking (company_id, client_id);
create index abandoned_booking_age on abandoned_booking (seen_at);
select tenant_table('abandoned_booking');
select kept_days('abandoned_booking', 180, 'seen_at', 'what it was told by the service whose record it is, as long as that keeps it');
