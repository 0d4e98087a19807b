-- What was signed with a request, in short: agreement, title, who signed and when.
alter table booking_request add column agreements jsonb not null default '[]';

-- The same whole, as it was read and signed. It goes when the request is accepted, and it becomes the client's record, or when the request is over.
create table request_signature (
  company_id bigint not null,
  booking_request_id bigint not null,
  agreement_id bigint not null,
  title text not null,
  header text not null,
  content text not null,
  answers jsonb not null,
  version_number int not null,
  content_hash text not null,
  signature text not null,
  signer_name text not null,
  signed_at timestamptz not null,
  device_address text not null,
  primary key (company_id, booking_request_id, agreement_id)
);
select tenant_table('request_signature');
select kept('request_signature', 'for ever', 'the business''s own record');
