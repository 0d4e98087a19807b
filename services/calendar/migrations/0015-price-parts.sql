-- How the price of a line was reckoned when it was booked: [{ruleId, name, unit, count, each, percent, amount}], amounts in the smallest coin as text; they sum
-- to price_minor. Empty where the price was set by hand.
alter table pet_service add column price_parts jsonb not null default '[]';
