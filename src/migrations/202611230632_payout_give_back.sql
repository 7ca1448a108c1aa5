-- `reason`, while a refused part still waits: why staff wants it given back. It is given back once its provider has said that it has not
-- paid it after all.
grant update (reason) on payout to atrium_app;
