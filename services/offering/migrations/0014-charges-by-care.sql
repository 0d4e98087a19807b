-- Charges for what a pet is given, for each time or for each pet; and how a charge is taxed, 0 for not at all.
alter table service_charge
  drop constraint service_charge_surcharge_type_check,
  add constraint service_charge_surcharge_type_check check (surcharge_type in (0, 1, 2, 3, 4)),
  drop constraint service_charge_apply_type_check,
  add constraint service_charge_apply_type_check check (apply_type in (1, 2, 3, 4)),
  add column tax_id bigint not null default 0;
