-- An older telling never replaces a newer one: when the newest was written, in milliseconds.
alter table business add column version bigint not null default 0;
alter table recipient add column version bigint not null default 0;

-- Clients who answered STOP; only they can undo it, with START. Nobody but us knows it, so it is no part of what is kept of the client.
create table text_stop (
  company_id bigint not null,
  customer_id bigint not null,
  stopped_at timestamptz not null default clock_timestamp(),
  primary key (company_id, customer_id)
);
select tenant_table('text_stop'), kept('text_stop', 'for ever', 'who answered STOP to texts');

-- Processes of the version before still read and write recipient.texts_stopped, so the two are held to the same for as long as both run. A later migration
-- drops the column, both triggers and both functions.
create function column_to_text_stop() returns trigger language plpgsql set search_path from current as $$
begin
  if new.texts_stopped then
    insert into text_stop (company_id, customer_id) values (new.company_id, new.customer_id) on conflict do nothing;
  else
    delete from text_stop where company_id = new.company_id and customer_id = new.customer_id;
  end if;
  return null;
end $$;
create function text_stop_to_column() returns trigger language plpgsql set search_path from current as $$
begin
  update recipient set texts_stopped = tg_op = 'INSERT'
    where company_id = coalesce(new.company_id, old.company_id) and customer_id = coalesce(new.customer_id, old.customer_id)
      and texts_stopped <> (tg_op = 'INSERT');
  return null;
end $$;
create trigger column_to_text_stop after update of texts_stopped on recipient for each row
  when (old.texts_stopped <> new.texts_stopped) execute function column_to_text_stop();
insert into text_stop (company_id, customer_id) select company_id, customer_id from recipient where texts_stopped;
create trigger text_stop_to_column after insert or delete on text_stop for each row execute function text_stop_to_column();
