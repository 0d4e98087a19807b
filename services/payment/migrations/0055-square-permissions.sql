-- What Square lets the token do, as Square says; null until it was asked, as of an account that was connected before this was kept.
alter table square_link add column scopes text[];
