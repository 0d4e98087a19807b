-- A time that an integrator holds stands on the calendar as well, without a request.
alter table slot_hold
  drop constraint slot_hold_card_of_request,
  add constraint slot_hold_card_of_request check (request_id = 0 or card is not null);
