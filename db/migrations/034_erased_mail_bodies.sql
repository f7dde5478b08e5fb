-- The body of an email holds live links, whose tokens are stored everywhere else as hashes only. The body is needed until
-- the email is sent or can no longer be sent, and is erased then; the row stays for the operator's list. A letter to a
-- representative holds no link, so one that was not delivered keeps its text and can be sent again.

create function erase_mail_body() returns trigger language plpgsql as $$
begin
  new.text := '';
  new.html := null;
  return new;
end $$;

create trigger mails_before_update_erase_body before update of state on mails
  for each row when (new.state = 'sent' or (new.state = 'dead' and new.purpose <> 'letter'))
  execute function erase_mail_body();

update mails set text = '', html = null
 where state = 'sent' or (purpose <> 'letter' and (state = 'dead' or good_until <= now()));
