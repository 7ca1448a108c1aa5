-- Names are found without articles that are glued to them: each list is read again, its entries looked up under their new keys, and compared.
update watchlist_entry set digest = '' where removed_at is null;
update watchlist set digest = null, mark = null;
