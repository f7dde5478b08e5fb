select discussion_count from current_bill_counts where bill_id = $1
