-- The booking request with which a pet came into a class or onto its waitlist; 0: without one.
alter table class_enrolment add column booking_request_id bigint not null default 0;
