-- PricingRuleType has two more: longer than whole days of 24 hours, and a first visit.
alter table pricing_rule drop constraint pricing_rule_rule_type_check;
alter table pricing_rule add constraint pricing_rule_rule_type_check check (rule_type between 1 and 7);
