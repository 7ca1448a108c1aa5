-- A message that was refused and the very same bytes rightly signed are two facts: the provider's must not be taken for the
-- forger's repeated, whichever came first.
alter table webhook_message drop constraint webhook_message_provider_digest_key;
alter table webhook_message add unique (provider, digest, verdict);
