-- What kind of business a location is (BusinessAppType: 0 visits its clients in a van); null until account has told it again.
alter table business_ref add column app_type int;
-- The business visited its clients when they began to wait: then not only a walk can lie outside its service areas.
alter table waitlist_entry add column at_client boolean not null default false;
