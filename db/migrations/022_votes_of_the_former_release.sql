-- While instances of the former release still serve, they write votes without the bill: it is filled in for them.
create function fill_bill_of_vote() returns trigger language plpgsql as $$
begin
  select bill_id into new.bill_id from bill_comments where comment_id = new.comment_id;
  return new;
end $$;

create trigger votes_know_their_bill before insert on comment_votes for each row
  when (new.bill_id is null) execute function fill_bill_of_vote();

-- The comments of one place are counted in bill_local_counts now.
drop index bill_comments_voices;
