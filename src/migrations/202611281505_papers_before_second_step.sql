-- Whoever had both papers approved before they completed the registration was asked for them afterwards, and could send none.
update client set status_id = 12, version = version + 1
  where status_id in (7, 9) and has_approved_id and has_approved_residence;
