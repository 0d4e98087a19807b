-- The order in which pricing rules apply; until now the order in which they were made.
alter table pricing_rule add column sort int not null default 0;
update pricing_rule r set sort = o.n
  from (select company_id, id, row_number() over (partition by company_id order by id) as n from pricing_rule) o
  where r.company_id = o.company_id and r.id = o.id;
