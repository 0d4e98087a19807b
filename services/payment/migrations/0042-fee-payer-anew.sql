-- "The client bears it" charged nobody while it was stored before 0037: whoever means it turns it on again, knowing that it charges now.
update payment_setting set fee_paid_by = 'business', version = version + 1 where fee_paid_by = 'client';
