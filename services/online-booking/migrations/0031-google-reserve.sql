-- Whether a business's profile on Google leads to its booking page, and how far Google is with it.
create table google_reserve (
  company_id bigint not null,
  business_id bigint not null,
  enabled boolean not null,
  status smallint not null default 1 check (status between 1 and 3),
  action text not null default '',
  fault text not null default '',
  -- What Google was told last, to tell it anew when it reads otherwise; empty: nothing, or that it is over.
  told text not null default '',
  check_time timestamptz,
  version int not null default 1,
  primary key (company_id, business_id)
);
select tenant_table('google_reserve');
select kept('google_reserve', 'for ever', 'the business''s own record');
