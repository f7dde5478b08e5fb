select close_finished_welcome($1)
