package tide

// Above keeps the rows that are higher than limit.
func Above(rows []Row, limit float64) []Row {
	var kept []Row
	for _, row := range rows {
		if row.Height > limit {
			kept = append(kept, row)
		}
	}
	return kept
}
