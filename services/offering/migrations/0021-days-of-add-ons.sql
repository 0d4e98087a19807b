-- On which days of a stay an add-on of boarding is given where nothing else is said: the last one, until somebody says otherwise.
alter table add_on add column stay_day smallint not null default 0 check (stay_day between 0 and 3);
update add_on set stay_day = 2 where care_type = 'BOARDING';
-- The booking page offered none with a stay or a day of daycare, whatever they said: it does once somebody switches them on.
update add_on set book_online_available = false where care_type in ('BOARDING', 'DAYCARE');
