-- What a booking request becomes is booked after looking for whoever else says to be it, deleted appointments among them.
create index appointment_claiming on appointment (company_id, booking_request_id) where booking_request_id <> 0;
