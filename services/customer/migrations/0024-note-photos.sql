-- How a pet looked before and after what the note is about: private files of the company.
alter table note add column before_photo_path text not null default '', add column after_photo_path text not null default '';
