-- With which tickets a form was begun that is gone on with elsewhere, under another ticket: they send and keep nothing any more.
create table intake_moved_ticket (
  company_id bigint not null,
  ticket text not null,
  moved_at timestamptz not null default clock_timestamp(),
  primary key (company_id, ticket)
);
create index intake_moved_ticket_age on intake_moved_ticket (moved_at);
select tenant_table('intake_moved_ticket');
select kept_days('intake_moved_ticket', 30, 'moved_at', 'which tickets of forms send nothing any more, as long as they could');
