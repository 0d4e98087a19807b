-- What a card is asked for with a request, by whom it comes from. The first group that somebody belongs to decides.
create table payment_group (
  company_id bigint not null,
  business_id bigint not null,
  kind text not null check (kind in ('filtered', 'new', 'existing')),
  position int not null default 0,
  payment_type text not null default 'none' check (payment_type in ('none', 'prepay', 'pre_auth', 'card_on_file')),
  prepay_type text not null default 'full' check (prepay_type in ('full', 'deposit')),
  deposit_type text not null default 'percentage' check (deposit_type in ('amount', 'percentage')),
  deposit_minor bigint not null default 0 check (deposit_minor >= 0),
  deposit_percentage int not null default 0 check (deposit_percentage between 0 and 100),
  policy text not null default '',
  tag_ids bigint[] not null default '{}',
  version int not null default 1,
  primary key (company_id, business_id, kind)
);
select tenant_table('payment_group');
select kept('payment_group', 'for ever', 'the business''s own record');

alter table setting add column auto_refund_deposit boolean not null default false;

-- The card that came with a request: what was agreed to, what it is called where money is kept, and how far it has come there.
alter table booking_request
  add column payment_type text not null default '' check (payment_type in ('', 'prepay', 'pre_auth', 'card_on_file')),
  add column payment_ref text not null default '',
  add column payment_policy text not null default '',
  add column payment_version int not null default 0,
  add column card_brand text not null default '',
  add column card_last4 text not null default '',
  add column prepay_minor bigint not null default 0 check (prepay_minor >= 0),
  add column prepay_rate text not null default '',
  -- As the contract numbers them; 0 where nothing is prepaid.
  add column prepay_status int not null default 0,
  add column prepay_payment_id bigint not null default 0,
  add column prepay_paid bigint not null default 0,
  add column prepay_refunded bigint not null default 0,
  add constraint payment_with_ref check ((payment_type = '') = (payment_ref = '')),
  drop constraint booking_request_state_check,
  add constraint booking_request_state_check check (state in ('submitted', 'accepting', 'accepted', 'declined', 'waitlisted', 'cancelled'));
create unique index booking_request_payment on booking_request (company_id, payment_ref) where payment_ref <> '';
create index booking_request_prepaid on booking_request (company_id, prepay_payment_id) where prepay_payment_id <> 0;
create index booking_request_prepaid_visit on booking_request (company_id, appointment_id) where prepay_payment_id <> 0;
