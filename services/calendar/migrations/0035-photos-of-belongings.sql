-- How something looked when it came and when it went home: private files of the company.
alter table belonging add column photo_path text not null default '', add column return_photo_path text not null default '';
