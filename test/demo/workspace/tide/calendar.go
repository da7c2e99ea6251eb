package tide

import "time"

// Days lists the days of a month.
func Days(y int, m time.Month, zone *time.Location) []time.Time {
	var days []time.Time
	for d := time.Date(y, m, 1, 0, 0, 0, 0, zone); d.Month() == m; d = d.AddDate(0, 0, 1) {
		days = append(days, d)
	}
	return days
}
