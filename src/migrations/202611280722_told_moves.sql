-- What the form of a move to another company has told, once the move is made.
alter table enrolment_update drop constraint enrolment_update_section_check,
  add constraint enrolment_update_section_check
  check (section in ('employment', 'means', 'anticipated_turnover', 'tax', 'yearly', 'cfd_risk', 'move'));
