-- What the order says is asked for ahead and in all, and what the fee for an appointment that did not take place is; 0: nothing.
alter table appointment add column deposit_minor bigint not null default 0;
alter table appointment add column billed_minor bigint not null default 0;
alter table appointment add column fee_minor bigint not null default 0;
alter table appointment add column fee_version int not null default 0;
