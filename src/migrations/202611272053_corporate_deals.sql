-- Dividends, their tax and splits are few among an account's deals, and its page asks for them: without this it reads all of them.
create index platform_deal_corporate on platform_deal (number, at) where kind in ('dividend', 'tax', 'split');
