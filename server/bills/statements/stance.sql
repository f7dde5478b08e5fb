select answer, is_queued
  from take_stance($1, …)
