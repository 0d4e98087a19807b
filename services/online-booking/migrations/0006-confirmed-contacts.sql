-- A code that was sent and not used yet: whose it is and what it says follow from what its holder sends back, so neither stands here.
create table contact_code (
  company_id bigint not null,
  id text not null,
  tries int not null default 0,
  until timestamptz not null,
  primary key (company_id, id)
);
create index contact_code_age on contact_code (until);
select tenant_table('contact_code');
select kept_days('contact_code', 1, 'until', 'that a code was sent and how often it was tried, from when it is good no longer');

alter table setting add column submission_check int not null default 1 check (submission_check between 1 and 3);

alter table booking_request
  -- Which of phone and e-mail were confirmed; "staff" when the shop entered it and answers for it. Empty for requests from before.
  add column verified text[] not null default '{}',
  -- The confirmed number or address, as a hash: how many requests of one person wait is counted by it.
  add column contact text not null default '';
create index booking_request_contact on booking_request (company_id, business_id, contact) where state in ('submitted', 'accepting');
-- Who asked was found by a number or e-mail that anybody could type: the requests that still wait are a newcomer's until staff know better.
update booking_request set customer_id = 0 where state = 'submitted' and customer_id <> 0;
