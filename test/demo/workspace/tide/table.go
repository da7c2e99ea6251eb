package tide

import "time"

// Row is one line of a table.
type Row struct {
	Time   time.Time
	Height float64
}

// Table predicts one day, from midnight to midnight on the station's clock. A
// day on which the clocks change has 23 or 25 hours.
func (s Station) Table(y int, m time.Month, d int, step time.Duration) []Row {
	day := time.Date(y, m, d, 0, 0, 0, 0, s.Location)
	end := day.AddDate(0, 0, 1)
	var rows []Row
	for t := day; t.Before(end); t = t.Add(step) {
		rows = append(rows, Row{Time: t, Height: s.Height(t)})
	}
	return rows
}
