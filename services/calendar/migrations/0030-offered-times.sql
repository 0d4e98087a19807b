-- Until when somebody on the waitlist may answer whom this time is offered: whoever wants it meanwhile is told.
alter table slot_hold add column offered_until timestamptz;
