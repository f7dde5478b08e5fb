select mailbox_key($1) as mailbox
