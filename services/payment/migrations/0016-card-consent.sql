-- How far a card's bank has agreed to charges without the holder.
alter table card add column auth_status text not null default '' check (auth_status in ('', 'pending', 'succeeded', 'failed'));
