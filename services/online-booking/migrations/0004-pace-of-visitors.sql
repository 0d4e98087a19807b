-- How often somebody outside did something lately, and from when on they may again. Who they are is kept as a hash; rows go once they count no longer.
create table pace (
  company_id bigint not null,
  what text not null,
  who text not null,
  turns int not null,
  next_at timestamptz not null,
  until timestamptz not null,
  primary key (company_id, what, who)
);
create index pace_ending on pace (company_id, until);
select tenant_table('pace');
