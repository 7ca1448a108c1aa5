-- Papers that are to be shown to the vendor again: whoever has, and of whom no message came, is asked for.
create index verification_shown_again on verification (looked_at)
  where phase = 'retry' and purpose = 'profile' and applicant is not null;
