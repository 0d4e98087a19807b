-- Mails to accounts hold codes and links that open something: once they are out, or have failed, their words are taken away.
alter table message add column forget boolean not null default false;
