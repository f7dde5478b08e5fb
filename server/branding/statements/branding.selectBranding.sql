select name, contact_email, contact_text, election_law_line, version from instance_branding
