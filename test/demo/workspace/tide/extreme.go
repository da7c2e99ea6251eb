package tide

import "time"

// HighWaters returns all maxima between from and to.
func (s Station) HighWaters(from, to time.Time) []time.Time {
	const step = 20 * time.Minute // shorter than half of the fastest constituent
	var found []time.Time
	for t := from; t.Before(to); t = t.Add(step) {
		if s.rising(t) && !s.rising(t.Add(step)) {
			found = append(found, s.bisect(t, t.Add(step)))
		}
	}
	return found
}

func (s Station) rising(t time.Time) bool {
	return s.Height(t.Add(time.Second)) > s.Height(t)
}

// bisect finds the maximum between a rising and a falling moment, to the second.
func (s Station) bisect(up, down time.Time) time.Time {
	for down.Sub(up) > time.Second {
		middle := up.Add(down.Sub(up) / 2)
		if s.rising(middle) {
			up = middle
		} else {
			down = middle
		}
	}
	return up
}
