select name, contact_email, contact_text, election_law_line, brand_color, version,
       case when terms ~ '^https://\S+$' then terms when terms <> '' then $1 else '' end as terms_url,
       case when privacy ~ '^https://\S+$' then privacy when privacy <> '' then $2 else '' end
         as privacy_url
  from instance_branding
