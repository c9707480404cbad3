-- Demo content has rows whose key is a number, as a report.
alter table private.demo_content alter column row_id type text;
