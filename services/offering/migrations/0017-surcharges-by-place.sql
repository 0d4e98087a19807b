-- What falls due by its time was due for every visit at every location, whatever it said; it now holds to what it says. Pick-up and drop-off are of pets that stay:
-- where nobody said for what, it is for boarding and daycare. Which locations it is for stays as it is, and none is every location.
update service_charge set care_types = '{BOARDING,DAYCARE}', version = version + 1, update_time = now()
  where surcharge_type in (1, 2) and care_types = '{}';
