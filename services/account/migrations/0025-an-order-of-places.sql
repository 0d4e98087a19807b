-- Two orders of the same places that are said at once come one after the other; the later one holds. Whoever names a place twice means it where it stands first.
create or replace function place_sort(account bigint, what text, ids bigint[]) returns void language sql security definer set search_path from current as $$
  select pg_advisory_xact_lock(hashtextextended('place_order:' || account || ':' || what, 0));
  delete from place_order where account_id = account and kind = what;
  insert into place_order (account_id, kind, place_id, sort) select account, what, id, n from unnest(ids) with ordinality as u (id, n)
    on conflict (account_id, kind, place_id) do nothing;
$$;
