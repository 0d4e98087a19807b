-- A request may be accepted at another time or with somebody else than asked for.
alter table booking_request
  -- While accepting: the time being tried {date, startTime, staffId, override}, for whoever takes over.
  add column chosen jsonb,
  -- Once accepted otherwise: what was asked for {date, startTime, staffName}.
  add column asked jsonb;
