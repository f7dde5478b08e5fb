select gin_clean_pending_list('bill_search_entries')
