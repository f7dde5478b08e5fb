/** The tables that `expiries` leaves out. `retention` says what deletes their rows or why they stay. */
export const retainedTables: readonly { tables: readonly string[]; retention: string }[] = [
  {
    retention: 'Accounts and what belongs to them: until the account is deleted.',
    tables: [
      'users',
      'known_devices',
      'second_factors',
      'passkeys',
      'member_notes',
      'operator_roles',
      'recovery_codes',
      'follows',
      'mutes',
      'member_divisions',
      'residences',
      'residence_divisions',
      'bookmarks',
      'topic_follows',
      'group_follows',
      'group_members',
      'welcomes',
      'message_settings',
      'official_accounts',
      'notifications',
      'notification_counts',
      'notification_settings',
      'alert_follows',
      'alert_settings',
      'immediate_alerts',
      'feed_tokens',
    ],
  },
  {
    retention:
      'What members write and decide: until they or a moderator delete it, or their account is deleted. Stances keep their history, because the change of minds is what Hurd shows.',
    tables: [
      'bill_comments',
      'comment_votes',
      'stances',
      'stance_changes',
      'mind_changes',
      'group_posts',
      'group_comments',
      'group_likes',
      'text_translations',
      'messages',
      'message_events',
      'official_statements',
    ],
  },
  {
    retention:
      'Accounts deleted within 14 days: until they are restored or their rows are removed. What is not counted of suspended members: until the suspension ends.',
    tables: ['closed_accounts', 'set_aside_rows'],
  },
  {
    retention:
      'Used codes and the names of deleted members: always so that no code is used twice and nobody takes the name of somebody else. Former usernames: as long as the account, and reserved for 180 days.',
    tables: ['access_codes', 'former_usernames', 'former_members'],
  },
  {
    retention:
      'Public records: always, because links and stances refer to them. What a source withdraws is deleted with it.',
    tables: [
      'bills',
      'bill_paths',
      'bill_source_records',
      'bill_versions',
      'bill_version_texts',
      'shown_sections',
      'bill_parts',
      'bill_sponsorships',
      'bill_actions',
      'bill_committees',
      'bill_subjects',
      'bill_amendments',
      'bill_reintroductions',
      'related_bills',
      'cost_estimates',
      'bill_updates',
      'bill_update_targets',
      'bill_text_fetches',
      'events',
      'event_bills',
      'unlinked_agenda_items',
      'legislative_sessions',
      'vote_events',
      'vote_sources',
      'person_votes',
      'voter_aliases',
      'bill_last_votes',
      'attendance_by_year',
      'representatives',
      'representative_terms',
      'term_revisions',
      'seat_vacancies',
      'committees',
      'committee_aliases',
      'committee_memberships',
    ],
  },
  {
    retention: 'Places and districts: replaced by the next import.',
    tables: [
      'divisions',
      'division_populations',
      'zip_codes',
      'place_sources',
      'district_maps',
      'district_map_divisions',
    ],
  },
  {
    retention: 'Counts and indexes of other rows: as long as those.',
    tables: [
      'bill_counters',
      'bill_topics',
      'bill_totals',
      'bill_search',
      'bill_terms',
      'bill_category_counts',
      'bill_section_counts',
      'bill_local_counts',
      'bill_echo',
      'echo_baselines',
      'vote_cluster_runs',
      'bill_mind_changes',
      'bill_version_counts',
      'tally_nodes',
      'groups',
      'group_totals',
      'group_member_counts',
    ],
  },
  {
    retention: 'Queues and steps: until a worker has processed them.',
    tables: [
      'bill_counter_steps',
      'bill_version_steps',
      'update_fanouts',
      'version_fanouts',
      'message_vote_reports',
    ],
  },
  {
    retention: 'Published statistics: always, because they are open data and name nobody.',
    tables: ['stance_releases', 'district_releases', 'persuasion_totals', 'stance_aggregates'],
  },
  {
    retention:
      'Browsers that show notifications: until the session ends, the member turns them off, or the push service no longer knows them.',
    tables: ['push_subscriptions'],
  },
  {
    retention:
      'Log, checkpoints and keys of the tally: always, because they name nobody and others check the past with them.',
    tables: ['tally_entries', 'tally_checkpoints', 'tally_keys'],
  },
  {
    retention:
      'Leaves of the tally: 400 days, and longer while they are the newest of their bill or after somebody has read a receipt.',
    tables: ['tally_leaves'],
  },
  {
    retention: 'Secrets of receipts: until the account is removed.',
    tables: ['receipt_secrets'],
  },
  {
    retention: 'Statistics of days, for administrators: always, because they are totals and name nobody.',
    tables: ['daily_statistics'],
  },
  { retention: 'Bulk files: until the next run replaces them.', tables: ['bulk_runs', 'bulk_files'] },
  { retention: 'Activity of bills by day: 14 days.', tables: ['bill_activity'] },
  {
    retention: 'Audit log: until `audit forget`, at least a year.',
    tables: ['audit_log'],
  },
  {
    retention:
      'Proposals to label an account as official: until an operator decides, or the account is deleted.',
    tables: ['label_proposals'],
  },
  {
    retention:
      'Which moderator a case is assigned to: until its last open report is decided, or until the role ends.',
    tables: ['case_assignments'],
  },
  {
    retention:
      'Deletion ledger (keyed hashes of ids, and which rights ended): always so that a restored backup deletes the same accounts and ends the same rights again.',
    tables: ['deletion_ledger'],
  },
  {
    retention:
      'What accounts share, as keyed hashes, and the cohorts of accounts that share it: until the account is deleted or suspended, or the daily comparison finds it changed.',
    tables: ['account_signals', 'cohorts', 'cohort_bills'],
  },
  {
    retention:
      'Accounts that voted together on a bill: until the daily comparison no longer finds them; what an operator decided about them, always.',
    tables: ['vote_clusters', 'vote_cluster_members'],
  },
  {
    retention:
      'Progress of the recurring tasks: that of a task which no release has any more, until a start two days after its next run.',
    tables: ['recurring_tasks'],
  },
  {
    retention:
      'Keys, branding and progress of the instance itself, and the newest release that it knows of: always.',
    tables: [
      'instance_secrets',
      'instance_branding',
      'latest_release',
      'source_syncs',
      'source_checks',
      'schema_migrations',
      'schema_functions',
    ],
  },
]
