-- A table that was never looked at is planned for as if it had thousands of rows. Every session is judged with these.
analyze reception, breaker, feed;
