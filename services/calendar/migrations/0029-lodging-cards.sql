-- The stays of the lodging calendar as they are drawn, made from appointments whenever they change: a row for each stay that has a unit.
create table lodging_card (
  company_id bigint not null,
  appointment_id bigint not null,
  business_id bigint not null,
  date date not null,
  end_date date not null,
  unit_ids bigint[] not null,
  -- Which way of rendering made the bytes; what was made in an earlier way is made anew when it is looked at.
  render_version smallint not null,
  -- The cards of the stay as GetLodgingCalendar answers them, ready to be sent.
  body bytea not null,
  primary key (company_id, appointment_id)
);
create index lodging_card_of_days on lodging_card (company_id, business_id, end_date, date);
select tenant_table('lodging_card');
select kept('lodging_card', 'for ever', 'made from the business''s own record');

-- What is booked already is drawn when it is first looked at.
insert into lodging_card (company_id, appointment_id, business_id, date, end_date, unit_ids, render_version, body)
select a.company_id, a.id, a.business_id, a.date, a.end_date, array_agg(distinct (n->>'unitId')::bigint), 0, ''
from appointment a join pet_service l on l.company_id = a.company_id and l.appointment_id = a.id, jsonb_array_elements(l.lodgings) n
where a.deleted_at is null and a.status <> 4 and a.end_date > a.date group by 1, 2, 3, 4, 5;
