-- What a client was told before they asked for the visit online. Not there of what was booked otherwise, and of visits from before.
alter table appointment add column agreed_policy jsonb;
