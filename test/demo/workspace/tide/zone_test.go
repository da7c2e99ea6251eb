package tide

import (
	"testing"
	"time"
)

func TestHeightDoesNotDependOnZone(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, time.July, 1, 12, 0, 0, 0, time.UTC)
	here := Station{Location: time.UTC, Constituents: []Constituent{{Speed: 28.98, Amplitude: 1}}}
	there := here
	there.Location = berlin
	if here.Height(at) != there.Height(at.In(berlin)) {
		t.Error("the water knows no summer time")
	}
}
