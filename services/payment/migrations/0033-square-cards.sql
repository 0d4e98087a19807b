-- With which provider a card is kept.
alter table card add column vendor text not null default 'stripe' check (vendor in ('stripe', 'square'));
