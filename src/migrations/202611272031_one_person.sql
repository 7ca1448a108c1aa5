-- Who was found to be one person is one from then on, so that nobody becomes a client of one company twice by a move.
grant update (person_id) on client to atrium_app;
