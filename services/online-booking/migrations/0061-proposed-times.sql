-- Other times that staff propose for a request: the last proposal as it was made and what became of it, and the holds of its times as long as it is open.
alter table booking_request
  add column proposal jsonb,
  add column proposal_tokens text[] not null default '{}';
