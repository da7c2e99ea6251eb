package tide

import "time"

// mark tells the two halves of a doubled hour apart, as printed tables do.
func mark(t time.Time) string {
	if t.Add(-time.Hour).Hour() == t.Hour() {
		return " B"
	}
	if t.Add(time.Hour).Hour() == t.Hour() {
		return " A"
	}
	return ""
}
