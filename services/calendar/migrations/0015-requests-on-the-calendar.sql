-- A time held for a booking request stands on the calendar as a card; its bytes are those of the list of cards, as they are of any other card.
alter table slot_hold
  add column request_id bigint not null default 0,
  add column card bytea,
  add constraint slot_hold_card_of_request check ((card is null) = (request_id = 0));
create index slot_hold_on_calendar on slot_hold (company_id, business_id, date) where card is not null;
