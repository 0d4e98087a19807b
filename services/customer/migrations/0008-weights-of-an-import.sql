-- The unit in which the business weighs, "kg" or "lb", as it was when the dry run or run began; empty before. A pass that began before this
-- column was there enters weights as they are written.
alter table import add column weight_unit text not null default '' check (weight_unit in ('', 'kg', 'lb'));
