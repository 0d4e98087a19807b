-- The books are closed every night: each close seals the entries that came since the one before it, and names the hash of that one.
create table ledger_close (
  company_id bigint not null,
  business_id bigint not null,
  -- 1, 2, 3 … of a business.
  number int not null check (number > 0),
  closed_at timestamptz not null default clock_timestamp(),
  entries int not null check (entries > 0),
  first_date date not null,
  last_date date not null,
  previous_hash text not null check (previous_hash ~ '^[0-9a-f]{64}$'),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  primary key (company_id, business_id, number)
);
select tenant_table('ledger_close');

-- Which close seals an entry: one that was still being written when the books were closed is sealed by the next.
create table ledger_closed_entry (
  company_id bigint not null,
  entry_id bigint not null,
  business_id bigint not null,
  number int not null,
  primary key (company_id, entry_id),
  foreign key (company_id, entry_id) references ledger_entry,
  foreign key (company_id, business_id, number) references ledger_close
);
create index ledger_closed_entry_by_close on ledger_closed_entry (company_id, business_id, number, entry_id);
select tenant_table('ledger_closed_entry');

select kept(t, 'for ever', 'the business''s own record') from unnest(array['ledger_close', 'ledger_closed_entry']::regclass[]) t;

do $$ begin
  execute format('revoke update, delete on ledger_close, ledger_closed_entry from %I', current_setting('kit.login_role'));
end $$;
create trigger ledger_close_kept before update or delete or truncate on ledger_close for each statement execute function ledger_append_only();
create trigger ledger_closed_entry_kept before update or delete or truncate on ledger_closed_entry for each statement execute function ledger_append_only();

create index ledger_entry_by_time on ledger_entry (company_id, business_id, at);

-- Businesses that are there already begin tonight.
insert into job (company_id, business_id, kind, key, payload, due_at)
  select company_id, business_id, 'close-books', business_id::text, jsonb_build_object('businessId', business_id::text), now() + interval '1 hour' from business
  on conflict do nothing;
