-- A client's own data is a file too, for programs or for people.
alter table export_file
  drop constraint export_file_kind_check,
  add constraint export_file_kind_check check (kind in ('transfers', 'statement', 'trade_report', 'personal_data')),
  drop constraint export_file_format_check,
  add constraint export_file_format_check check (format in ('pdf', 'csv', 'xlsx', 'json'));
