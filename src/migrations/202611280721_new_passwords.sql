-- A sign-in password that was changed by a PIN: money waits longer before it goes anywhere new, as after one that was forgotten.
alter table identity_change drop constraint identity_change_what_check,
  add constraint identity_change_what_check check (what in ('email', 'mobile', 'secondary_email', 'password_reset', 'password_change'));
