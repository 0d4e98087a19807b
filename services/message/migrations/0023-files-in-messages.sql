-- Whether another message has the same file is asked when a client is erased.
create index message_file on message (company_id, id) where coalesce(substring(media_url1 from '/uploads/private/.*'), '') like '%/uploads/%';
