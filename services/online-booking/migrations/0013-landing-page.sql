-- What a business shows of itself on its storefront before anybody books.
alter table setting
  add column published boolean not null default false,
  add column thank_you_url text not null default '',
  add column page_components int[] not null default '{1,2,3,4,5,6}',
  add column gallery jsonb not null default '[]',
  add column teams jsonb not null default '[]',
  add column amenities jsonb not null default '{}',
  add column opening_hours jsonb not null default '[]';
