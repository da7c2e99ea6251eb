package tide

import (
	"math"
	"time"
)

// Height is the predicted height in metres above the station's datum.
func (s Station) Height(t time.Time) float64 {
	hours := t.Sub(s.epoch()).Hours()
	h := s.MeanLevel
	for _, c := range s.Constituents {
		h += c.Amplitude * math.Cos(radians(c.Speed*hours-c.Phase))
	}
	return h
}

// epoch is the moment that all phases count from. Constants are published for
// Universal Time, whatever the clock on the quay says.
func (s Station) epoch() time.Time {
	return time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)
}

func radians(degrees float64) float64 { return degrees * math.Pi / 180 }
