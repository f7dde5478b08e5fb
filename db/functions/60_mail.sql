-- Mail: erased bodies, and the worker that is notified.

-- The body contains links that work, although their tokens are stored everywhere else only as hashes. It is therefore erased
-- as soon as the email is sent or can no longer be sent. The row stays for the operator's list. A message to a representative
-- contains no link, so a message that was not delivered keeps its text and can be sent again.
create function erase_mail_body() returns trigger language plpgsql as $$
begin
  new.text := '';
  new.html := null;
  new.unsubscribe_url := null;
  -- The recipient of an invitation has no account and has not agreed to anything, so the address is not kept.
  if new.purpose = 'invitation' and new.state = 'sent' then
    new.to_address := 'erased';
  end if;
  return new;
end $$;
create trigger emails_before_update_erase_body before update of state on emails
  for each row when (new.state = 'sent' or (new.state = 'dead' and new.purpose <> 'representative_message'))
  execute function erase_mail_body();

-- This trigger runs for each statement and not for each row. A request that names an unknown email address inserts no row,
-- but must run the trigger too: otherwise it would be faster than one with a known address, and reveal which are known.
create function notify_mail_worker() returns trigger language plpgsql as $$
begin
  perform pg_notify('email_queued', '');
  return null;
end $$;
create trigger emails_after_insert_notify_worker after insert on emails
  for each statement execute function notify_mail_worker();
