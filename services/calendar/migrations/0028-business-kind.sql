-- What kind of business a location is (BusinessAppType: 1 has its clients come to it); null until account has told it again. Only who goes to clients has service areas.
alter table business add column app_type int;
