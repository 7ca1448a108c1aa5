-- Whether the client has read a notice, in whichever browser.
alter table notice add column read_at timestamptz;
