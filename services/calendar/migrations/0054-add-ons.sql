-- A line may be an add-on on top of a service of the same pet.
alter table pet_service add column add_on boolean not null default false;
