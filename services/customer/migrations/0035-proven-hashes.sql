-- Whether we computed the hashes of a paper's files ourselves; those from before were told by whoever uploaded them.
alter table agreement_record add column upload_hashes_proven boolean not null default false;
