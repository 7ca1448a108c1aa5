-- Every question about one client's payments goes by an index, and not only those that say that the payment was saved: the others read
-- all payments of the broker, once for each client whose risk is computed anew.
create index remittance_client on remittance (client_id, created_at desc, id desc);
drop index remittance_list;
