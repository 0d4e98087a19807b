-- What of a payment was tip, also where the tip stands on the bill and not in the payment itself. A tip is paid last.
alter table payment add column tips_included bigint not null default 0;
update payment p
set tips_included = greatest(p.tips, least(a.tips, greatest(0, p.amount - a.sales - a.tax)))
from order_account a
where a.company_id = p.company_id and a.order_id = p.order_id and p.state = 'completed'
  and not exists (
    select 1 from payment other
    where other.company_id = p.company_id and other.order_id = p.order_id and other.payment_id <> p.payment_id and other.state = 'completed'
  );
update payment set tips_included = tips where tips_included < tips;
