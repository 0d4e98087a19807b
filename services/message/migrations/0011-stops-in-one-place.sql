-- Who answered STOP stands in text_stop alone; no version that still runs looks at the column.
drop trigger text_stop_to_column on text_stop;
drop trigger column_to_text_stop on recipient;
drop function text_stop_to_column();
drop function column_to_text_stop();
alter table recipient drop column texts_stopped;
