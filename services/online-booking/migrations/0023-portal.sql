-- Whether clients have a place of their own at /ol/{name}/me.
alter table setting add column client_portal boolean not null default false;

-- A visitor token with which somebody signed out, as a hash, until it would have run out by itself.
create table signed_out (
  company_id bigint not null,
  id text not null,
  until timestamptz not null,
  primary key (company_id, id)
);
create index signed_out_age on signed_out (until);
select tenant_table('signed_out');
select kept_days('signed_out', 1, 'until', 'which visitor tokens were signed out, from when they would be good no longer');
