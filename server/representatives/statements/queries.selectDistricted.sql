select exists (
         select from representative_terms
          where organization = 'us/house' and division like $1 and division not like '%:at-large'
            and (valid_to is null or valid_to > current_date)) as congressional,
       exists (
         select from representative_terms
          where organization = any($2)
            and division <> $3 and division not like '%:at-large'
            and (valid_to is null or valid_to > current_date)) as state_legislative
