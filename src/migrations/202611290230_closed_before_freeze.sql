-- Since when a client was closed whom the desk has frozen: closed again, the years of the law go on counting from then, whoever had closed them.
alter table client_status_change add column closed_at timestamptz;
