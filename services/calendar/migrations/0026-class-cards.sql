-- A session of a group class stands on the calendar of its instructor (source 3). Those that were planned before are drawn when they are first looked at.
alter table calendar_card drop constraint calendar_card_source_kind_check, add check (source_kind in (1, 2, 3));
insert into calendar_card (company_id, source_kind, source_id, staff_id, business_id, status, date, end_date, start_minute, render_version, lean)
select s.company_id, 3, s.id, s.staff_id, g.business_id, 0, s.date, s.date, s.start_minute, 0, ''
from class_session s join group_class g on g.company_id = s.company_id and g.id = s.class_id where s.cancelled_at is null;
