-- A deposit that can be exchanged no more goes into the wallet of its own currency.
grant update (account_number, account_platform) on remittance to atrium_app;
