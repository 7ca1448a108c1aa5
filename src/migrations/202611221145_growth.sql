-- What the jobs look for, by an index of its own, so that they cost what there is to do and not what there is.

-- Accounts below zero, where losses are paid back: nearly none.
create index trading_account_negative on trading_account (platform, number) where not is_demo and balance < 0 and margin = 0;
-- When the first account of a server was opened.
create index trading_account_opened on trading_account (platform, opened_at);
-- What a platform has told of late.
create index trading_account_told on trading_account (snapshot_at, number) where status = 'active';
-- Who is at the screen, and which sessions were over long ago.
create index session_seen on session (seen_at) where ended_at is null;
create index session_over on session ((coalesce(ended_at, expires_at)));
create index rate_window_age on rate_window (window_start);
-- What nobody can answer any more.
create index challenge_captcha_over on challenge (expires_at) where channel = 'captcha';
create index challenge_pin_over on challenge (expires_at) where channel <> 'captcha';
create index failure_streak_age on failure_streak (last_at);
create index known_device_age on known_device (used_at);
