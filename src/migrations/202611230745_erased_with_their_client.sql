-- What came beside the table of personal data goes with its client too.
grant delete on calendar_alert, chart_layout, research_subject to atrium_app;
grant update (typed) on screening_hit to atrium_app;
